/** A project file for a world: its service takes the place of the address. `account` is YAML below the account. */
export const projectFile = (account = '', rest = ''): string =>
  `version: 1\naccounts:\n  main:\n    baseUrl: https://ads.example.com\n${account}${rest}`;

/** One group with a creative, and two keywords: 80001001 is to cost 0.90, 80001002 is in effect. */
export const SMALL_MANIFEST = `version: 1
groups:
  autumn: { campaignId: 1001, name: 秋季女鞋, price: 1.20 }
richCreatives:
  - groups: [autumn]
    creative: sublinks-mobile
    content:
      - { text: 新品, url: "https://m.example.com/new" }
      - { text: 特价, url: "https://m.example.com/sale" }
keywords:
  - { id: 80001001, word: 女鞋, price: 0.90 }
  - { id: 80001002, word: 男鞋, price: 0.80 }
`;

const SMALL_FIXTURE = `keywords:
  - { id: "80001001", groupId: "556001", word: 女鞋, price: "0.80", matchType: phrase }
  - { id: "80001002", groupId: "556001", word: 男鞋, price: "0.80", matchType: phrase }
`;

export const SMALL = {
  files: { 'adwright.yaml': projectFile(), 'ads/shoes.yaml': SMALL_MANIFEST },
  fixture: SMALL_FIXTURE,
} as const;
