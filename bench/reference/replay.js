// The requests of a write phase, byte for byte as the service received them, four at once. Prints the milliseconds.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fourAtOnce, openPool, post } from './requests.js';

const [, , file, url] = process.argv;
const requests = JSON.parse(readFileSync(file, 'utf8')).map(({ path, body }) => ({
  path,
  body: Buffer.from(body, 'latin1'),
}));
const pool = openPool(url);
const started = performance.now();
await fourAtOnce(requests, ({ path, body }) => post(pool, path, body));
process.stdout.write(`${performance.now() - started}\n`);
await pool.close();
