// The reads of a plan of many accounts alone: of each its account and its keywords, the replies thrown away. Four calls at
// once over all accounts, as accounts with one set of credentials have them.
import { keyword } from '../data.js';
import { batchesOf, fourAtOnce, openPool, post, READ_PATH, readBody } from './requests.js';

const [, , accounts, each, url] = process.argv;
const pool = openPool(url);
const calls = Array.from({ length: Number(accounts) }, (_, account) => {
  const ids = Array.from({ length: Number(each) }, (_, n) => keyword(account * Number(each) + n).id);
  return [['/uc/account/getInfo', ''], ...batchesOf(ids).map((batch) => [READ_PATH, readBody(batch)])];
});
await fourAtOnce(calls.flat(), ([path, body]) => post(pool, path, body));
await pool.close();
