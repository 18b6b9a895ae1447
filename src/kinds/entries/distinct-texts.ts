import type { FieldPath, SectionContext } from '../../model/index.js';
import { foldForComparison } from '../../model/index.js';

/**
 * A list of texts with exact repeats merged, each with a note. Texts that a folding service may take for the same are
 * pointed at and left as they are.
 */
export function distinctTexts(texts: readonly string[], path: FieldPath, context: SectionContext): readonly string[] {
  const seen = new Map<string, number>();
  const folded = new Map<string, number>();
  for (const [index, text] of texts.entries()) {
    const first = seen.get(text);
    if (first !== undefined) {
      const related = [[...path, first]];
      context.report('repeated-text', [...path, index], `"${text}" is already in this list.`, { related });
      continue;
    }
    seen.set(text, index);
    const form = foldForComparison(text);
    const similar = folded.get(form);
    if (similar === undefined) folded.set(form, index);
    else {
      const detail = `"${text}" and "${texts[similar]}" may collide at the service.`;
      context.report('similar-texts', [...path, index], detail, { related: [[...path, similar]] });
    }
  }
  return seen.size === texts.length ? texts : [...seen.keys()];
}
