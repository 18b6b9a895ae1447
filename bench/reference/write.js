// A bare apply: every keyword read, its new bid sent, and read back; the same batches as the command's, four at once, replies thrown away.
import { changedPrice, keyword } from '../data.js';
import { batchesOf, fourAtOnce, openPool, post, READ_PATH, readBody } from './requests.js';

const [, , count, url] = process.argv;
const WRITE_PATH = '/ads/keyword/update';
const pool = openPool(url);
const numbers = Array.from({ length: Number(count) }, (_, n) => n);
const idsOf = (batch) => batch.map((n) => keyword(n).id);

function writeBody(batch) {
  const items = batch.map((n) => {
    const { id, status } = keyword(n);
    return `{"id":${id},"price":${changedPrice(n)},"status":"${status}"}`;
  });
  return Buffer.from(`keywords=${encodeURIComponent(`[${items.join(',')}]`)}`);
}

const batches = batchesOf(numbers);
await fourAtOnce(batches, (batch) => post(pool, READ_PATH, readBody(idsOf(batch))));
await fourAtOnce(batches, async (batch) => {
  await post(pool, WRITE_PATH, writeBody(batch));
  await post(pool, READ_PATH, readBody(idsOf(batch)));
});
await pool.close();
