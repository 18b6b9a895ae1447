import { expect, test } from 'vitest';
import { DIAGNOSTIC_CODES } from '../../src/diagnostics/codes.js';
import { renderDiagnostics } from '../../src/render/index.js';
import { load } from '../manifest/support.js';

test.each(Object.entries(DIAGNOSTIC_CODES))(
  'the help of %s says what to do, and not only where it is said',
  (_code, facts) => {
    expect(facts.help).not.toBe(facts.summary);
    expect(facts.help).not.toMatch(/^(?:The message (?:says|lists|names)[^.]*\.|Nothing was sent\.|Add the key\.)$/);
    expect(facts.help).not.toMatch(/\bblanks?\b|\bbehind\b/);
    expect(facts.help).toMatch(/[.…)`]$/);
  },
);

test.each([
  ['utf8-bytes', 11, 'At most 10 UTF-8 bytes'],
  ['characters', 4, 'At most 10 characters'],
])('a name that is too long in %s is advised about that', async (count, repeat, limit) => {
  const { diagnostics } = await load({
    'adwright.yaml': `version: 1\naccounts:\n  main:\n    baseUrl: sandbox\n    service: { groupNames: { min: 1, max: 10, count: ${count} } }\n`,
    'ads/a.yaml': `version: 1\ngroups:\n  a: { campaignId: 1, name: ${'鞋子城'.repeat(repeat)}, price: 1 }\n`,
  });
  const text = renderDiagnostics(diagnostics, { color: false, width: 400 });
  expect(text).toContain('too-long');
  expect(text).toContain(limit);
  expect(text).not.toContain('not bytes');
});
