import { describe, expect, it } from 'vitest';
import { groupFields, groupSection } from '../../../src/kinds/group/schema.js';
import { group, load, loadText } from '../../manifest/support.js';

describe('groups', () => {
  it('become resources with the default status', async () => {
    const { found, resource } = await loadText(
      'groups:\n  autumn-shoes:\n    id: "556677"\n    campaignId: 1001\n    name: 秋季女鞋\n    price: 1.20\n    industryTags: { path: ["10", 1001], literal: 其他-鞋 }\n',
    );
    expect(found).toEqual([]);
    const { origin: _, ...rest } = resource('group/autumn-shoes');
    expect(rest).toEqual({
      address: 'group/autumn-shoes',
      kind: 'group',
      id: '556677',
      desired: {
        campaignId: '1001',
        name: '秋季女鞋',
        price: '1.20',
        industryTags: { path: ['10', '1001'], literal: '其他-鞋' },
        status: 'enable',
      },
    });
  });

  it.each(['campaignId', 'name', 'price'])('need %s', async (field) => {
    const { errors, detail } = await loadText(group().replace(new RegExp(`    ${field}: .*\n`), ''));
    expect(errors).toEqual(['ads/a.yaml:3:3 missing-key']);
    expect(detail('missing-key')).toContain(`"${field}" is required`);
  });

  it.each(['a/b', '"a b"', '"id:7"', '""'])('have no name like %s', async (name) => {
    const { errors } = await loadText(group().replace('  g:', `  ${name}:`));
    expect(errors).toEqual(['ads/a.yaml:3:3 bad-name']);
  });

  it('take a custom industry with its prefix, and want the path', async () => {
    expect((await loadText(group('industryTags: { path: ["1", "2", "3", "4"] }'))).errors).toEqual([]);
    expect((await loadText(group('industryTags: { path: ["1"], literal: 其他 }'))).errors).toEqual([
      'ads/a.yaml:7:43 rule-broken',
    ]);
    expect((await loadText(group('industryTags: { path: ["1"], literal: 其他- }'))).errors).toEqual([
      'ads/a.yaml:7:43 rule-broken',
    ]);
    expect((await loadText(group('industryTags: { literal: 其他-鞋 }'))).errors).toEqual([
      'ads/a.yaml:7:5 missing-key',
    ]);
    expect((await loadText(group('industryTags: { path: ["1", "2", "3", "4", "5"] }'))).errors).toEqual([
      'ads/a.yaml:7:21 too-many',
    ]);
  });

  it('have names as long as the account says, counted as it says', async () => {
    const named = (count: string, max: number) =>
      load({
        'adwright.yaml': `version: 1\naccounts: {a: {baseUrl: sandbox, service: {groupNames: {max: ${max}, count: ${count}}}}}\n`,
        'ads/a.yaml': 'version: 1\ngroups:\n  g: {campaignId: 1, price: 1, name: 女鞋a𠜎}\n',
      });
    const lengths = { characters: 4, 'utf8-bytes': 11, 'gbk-bytes': 9 };
    for (const [count, length] of Object.entries(lengths)) {
      expect((await named(count, length)).errors).toEqual([]);
      expect((await named(count, length - 1)).errors).toEqual(['ads/a.yaml:3:38 too-long']);
    }
  });
});

it('the rules cover the managed fields: created once, never read', () => {
  expect(Object.keys(groupFields)).toEqual(['campaignId', 'name', 'price', 'negativeWords', 'industryTags', 'status']);
  for (const rule of Object.values(groupFields)) expect(rule).toMatchObject({ change: 'create-only', readable: false });
  expect(groupSection).toMatchObject({ kind: 'group', key: 'groups' });
});
