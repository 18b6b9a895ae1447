import { expect, test } from 'vitest';
import { SMALL, SMALL_MANIFEST } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const BRANDS =
  'version: 1\naccounts:\n  brand-a: { baseUrl: https://a.example.com, manifests: [a/*.yaml] }\n' +
  '  brand-b: { baseUrl: https://b.example.com, manifests: [b/*.yaml] }\n';

test.each([
  ['main', SMALL.files, []],
  [
    'brand-b',
    { 'adwright.yaml': BRANDS, 'a/a.yaml': SMALL_MANIFEST, 'b/b.yaml': SMALL_MANIFEST },
    ['--account', 'brand-b'],
  ],
])(
  'the first apply of %s says that it wrote the lineage, and that it is to be committed',
  async (name, files, flags) => {
    const world = await World.start({ files, fixture: SMALL.fixture });
    const env = { ADWRIGHT_BRAND_B_BASE_URL: world.sandbox.url, ...(name === 'main' ? {} : { ADWRIGHT_BASE_URL: '' }) };
    const first = await world.run([...flags, 'apply', '--auto-approve'], { env: name === 'main' ? {} : env });
    expect(first.code, first.stderr).toBe(0);
    const lineage = /lineage: (\w+)/.exec(await world.read('adwright.yaml'))?.[1];
    expect(lineage).toMatch(/^[0-9a-f]{16}$/);
    expect(first.stderr).toContain(
      `Wrote \`lineage: ${lineage}\` below \`accounts: ${name}:\` in adwright.yaml: commit it.`,
    );
    const second = await world.run([...flags, 'apply', '--auto-approve'], { env: name === 'main' ? {} : env });
    expect([second.code, second.stderr.includes('lineage')]).toEqual([0, false]);
  },
);

test('with --quiet it says nothing, and writes it all the same', async () => {
  const world = await World.start(SMALL);
  const first = await world.run(['apply', '--auto-approve', '--quiet']);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(await world.read('adwright.yaml')).toContain('lineage: ');
});
