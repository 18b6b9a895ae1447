import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import type { PageAssets } from '../src/render/html/assets.js';
import { PAGE_SCRIPTS, type PageScript } from '../src/render/html/page-scripts.js';
import { lazyWidth } from './lazy-width-plugin.js';

const BROWSER = fileURLToPath(new URL('../src/render/html/browser/', import.meta.url));

/** Builds what pages embed: one piece of minified code for each entry, and the style. */
export async function buildPageAssets(): Promise<PageAssets> {
  const scripts = PAGE_SCRIPTS.map(async (name) => [name, await bundled(`${BROWSER}${name}.ts`)] as const);
  return {
    style: minifiedStyle(readFileSync(`${BROWSER}page.css`, 'utf8')),
    scripts: Object.fromEntries(await Promise.all(scripts)) as Record<PageScript, string>,
  };
}

async function bundled(input: string): Promise<string> {
  const bundle = await rolldown({ input, platform: 'browser', logLevel: 'silent', plugins: [lazyWidth()] });
  const { output } = await bundle.generate({ format: 'iife', codeSplitting: false, minify: true });
  await bundle.close();
  // An element of a page ends at the first `</script`, and reads on to another end after `<!--`.
  return output[0].code.trim().replace(/<(?=\/script|!--|script)/gi, '\\x3c');
}

/** Comments and layout go. The style has no text in quotes that this could touch. */
function minifiedStyle(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replace(/: /g, ':')
    .replace(/;\}/g, '}')
    .trim();
}
