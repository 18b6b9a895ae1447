// Writes adwright.yaml, sandbox.yaml and one manifest for each customer of customers.csv. Run it after an edit of the table,
// look at what `git diff` says, and commit both: what is reviewed is what is sent. Adwright itself has no variables.
//   node generate.mjs [FOLDER]      default: this folder
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? here;
const NOTE = '# Written by generate.mjs from customers.csv: edit the table, not this file.';

const [head, ...rows] = readFileSync(join(here, 'customers.csv'), 'utf8').trimEnd().split('\n');
const columns = head.split(',');
const customers = rows.map((row) => Object.fromEntries(row.split(',').map((value, at) => [columns[at], value])));

const account = ({ name, credentials, sector }) => `  ${name}:
    baseUrl: sandbox
    credentials: ${credentials}
    manifests: [ads/${name}.yaml, ads/shared/${sector}.yaml]
    guardrails: { maxPrice: 8.00, maxPauses: 5 }
`;

const manifest = ({ brand, campaign, bid, keyword }) => `${NOTE}
version: 1
groups:
  brand:
    campaignId: ${campaign}
    name: ${brand}品牌
    price: ${bid}
    negativeWords:
      phrase: [免费, 二手]
  season:
    campaignId: ${campaign}
    name: ${brand}当季
    price: ${bid}
keywords:
  - id: ${keyword}
    word: ${brand}
    price: ${bid}
`;

const campaign = ({ campaign: id, brand }) => `  - { campaignId: "${id}", name: ${brand} }\n`;
const keyword = ({ keyword: id, campaign: parent, brand }) =>
  `  - { id: "${id}", groupId: "${parent}9", word: ${brand}, price: "1.00", matchType: exact, optStatus: enabled, status: enable }\n`;
const group = ({ campaign: id, brand }) =>
  `  - { groupId: "${id}9", campaignId: "${id}", name: ${brand}, price: "1.00", status: enable }\n`;

const all = (write) => customers.map(write).join('');
mkdirSync(join(folder, 'ads'), { recursive: true });
// Remove the files of customers who left.
for (const file of readdirSync(join(folder, 'ads'))) if (file.endsWith('.yaml')) rmSync(join(folder, 'ads', file));
for (const customer of customers) writeFileSync(join(folder, 'ads', `${customer.name}.yaml`), manifest(customer));
writeFileSync(join(folder, 'adwright.yaml'), `${NOTE}\nversion: 1\naccounts:\n${all(account)}`);
writeFileSync(
  join(folder, 'sandbox.yaml'),
  `${NOTE}\n# What the sandbox of each account holds at first.\ncampaigns:\n${all(campaign)}groups:\n${all(group)}keywords:\n${all(keyword)}`,
);
