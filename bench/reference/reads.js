// The reads alone: the same batches, four at once, the replies thrown away. The ids are counted out, not read.
import { keyword } from '../data.js';
import { batchesOf, fourAtOnce, openPool, post, READ_PATH, readBody } from './requests.js';

const [, , count, url] = process.argv;
const ids = Array.from({ length: Number(count) }, (_, n) => keyword(n).id);
const pool = openPool(url);
await fourAtOnce(batchesOf(ids), (batch) => post(pool, READ_PATH, readBody(batch)));
await pool.close();
