import type { Answer, Call } from '../call/call.js';
import { refuse } from '../call/refusal.js';

/** Keyword package. */
export function keywordPackages(call: Call): Answer {
  if (call.stamp) return { refusal: call.stamp };
  const wanted = call.fields.get('package_type') ?? '';
  const { packages } = call.account.tables;
  if (wanted !== '' && !packages.has(wanted) && call.options.unknownPackage === 'refused') {
    return { refusal: refuse('valueRefused', `package_type ${wanted}`) };
  }
  const shown = [...packages.values()].filter(({ id }) => wanted === '' || id === wanted);
  return { reply: { list: Object.fromEntries(shown.map(({ id, entries }) => [id, entries])) } };
}

/** List keyword tags. */
export function keywordTags(call: Call): Answer {
  if (call.stamp) return { refusal: call.stamp };
  const tags = [...call.account.tables.tags.values()].map(({ id, title, is_important }) => ({
    id: call.forms.idText(id),
    title,
    is_important,
  }));
  return { reply: call.forms.list('tagList', tags) };
}
