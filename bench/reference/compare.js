// A bare no-op plan: the data as JSON, the same batches fetched four at once, parsed and compared field by field.
import { readFileSync } from 'node:fs';
import { batchesOf, fourAtOnce, openPool, post, READ_PATH, readBody } from './requests.js';

const [, , file, url] = process.argv;
const wanted = new Map(JSON.parse(readFileSync(file, 'utf8')).map((entry) => [entry.id, entry]));
const pool = openPool(url);
const STATUS = { enabled: 'enable', paused: 'pause' };
let different = 0;
await fourAtOnce(batchesOf([...wanted.keys()]), async (ids) => {
  const { keywordList } = JSON.parse((await post(pool, READ_PATH, readBody(ids))).toString('utf8'));
  for (const live of keywordList) {
    const one = wanted.get(live.id);
    const same =
      one.word === live.word &&
      one.price === live.price &&
      one.matchType === live.matchType &&
      one.url === live.destinationUrl &&
      one.mobileUrl === live.mobileDestinationUrl &&
      one.status === STATUS[live.optStatus];
    if (!same) different++;
  }
});
await pool.close();
process.stdout.write(`${different}\n`);
