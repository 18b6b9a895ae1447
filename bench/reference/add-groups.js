// A bare first apply of new groups: 100 a call, one call at a time. Each call is written to a journal with its groups
// before it is sent, marked as being sent, and written with its ids after the reply; each record is flushed to disk.
import { fsyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { openPool, post } from './requests.js';

const [, , count, url, folder] = process.argv;
const PER_CALL = 100;
const pool = openPool(url);
const journal = openSync(join(folder, 'journal.tmp'), 'w');

function record(entry) {
  writeSync(journal, `${JSON.stringify(entry)}\n`);
  fsyncSync(journal);
}

for (let from = 0; from < Number(count); from += PER_CALL) {
  const groups = Array.from({ length: PER_CALL }, (_, n) => ({
    campaignId: 1001,
    name: `秋季女鞋 ${from + n}`,
    price: 1.2,
  }));
  record({ type: 'announced', groups });
  record({ type: 'sending', from });
  const body = Buffer.from(`groups=${encodeURIComponent(JSON.stringify(groups))}`);
  const { groupIdList } = JSON.parse((await post(pool, '/ads/group/batchAdd', body)).toString('utf8'));
  record({ type: 'outcome', groupIdList });
}
await pool.close();
