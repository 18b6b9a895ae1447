import type { Plugin } from 'rolldown';

const EAGER = 'const segmenter = new Intl.Segmenter();';
const USE = 'segmenter.segment(';

/**
 * `string-width` makes a segmenter when it is loaded, which takes longer than much that a command does; hardly a text
 * needs it. In the bundle it is made when it is first used.
 */
export function lazySegmenter(): Plugin {
  return {
    name: 'lazy-segmenter',
    transform: {
      filter: { id: /node_modules[\\/]string-width[\\/]index\.js$/ },
      handler: (code) => {
        if (!code.includes(EAGER) || !code.includes(USE))
          throw new Error('string-width is not as lazy-segmenter knows it');
        return code.replace(EAGER, 'let segmenter;').replaceAll(USE, '(segmenter ??= new Intl.Segmenter()).segment(');
      },
    },
  };
}
