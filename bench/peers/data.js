import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../.data/peers', import.meta.url));
const hex = (n) => (n % 0xffffff).toString(16).padStart(6, '0');

/** A label of a repository, as its service has it. */
export const label = (n) => ({ name: `area ${n}`, color: hex(n * 7), description: `Work on part ${n} of the shop` });

/** An application of a tenant, as its service has it: as many fields as a keyword of the benchmark has. */
export const client = (n) => ({
  name: `shop ${n}`,
  description: `Part ${n} of the shop`,
  app_type: n % 3 === 0 ? 'spa' : 'regular_web',
  callbacks: [`https://www.example.com/shop/${n}/callback`],
  web_origins: [`https://www.example.com/shop/${n}`],
  oidc_conformant: true,
});

/** The files in which the peers find what is desired: as it is, or each with another description. */
export async function peerFiles(count, changed) {
  await mkdir(FOLDER, { recursive: true });
  const desired = (one) => (changed ? { ...one, description: `${one.description}, changed` } : one);
  const list = (make) => Array.from({ length: count }, (_, n) => desired(make(n)));
  const name = `${count}-${changed ? 'changed' : 'in-sync'}`;
  const labels = join(FOLDER, `labels-${name}.json`);
  const tenant = join(FOLDER, `tenant-${name}.yaml`);
  await writeFile(labels, JSON.stringify(list(label)));
  // JSON is YAML.
  await writeFile(tenant, JSON.stringify({ clients: list(client) }, null, 2));
  const config = join(FOLDER, 'auth0.json');
  const settings = { AUTH0_DOMAIN: '127.0.0.1', AUTH0_ACCESS_TOKEN: 't', AUTH0_INCLUDED_ONLY: ['clients'] };
  await writeFile(config, JSON.stringify(settings));
  return { labels, tenant, config, folder: FOLDER };
}
