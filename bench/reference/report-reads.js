// The reads of the creative report of many days alone: both devices or one, page by page until one is not full, four days at once,
// the replies parsed as far as their length. Nothing is summed.
import { fourAtOnce, openPool, post } from './requests.js';

const [, , days, url, only] = process.argv;
const types = only === undefined ? ['computer', 'mobile'] : [only];
const pool = openPool(url);
await fourAtOnce(
  Array.from({ length: Number(days) }, (_, n) => n),
  async (day) => {
    for (const type of types) {
      for (let page = 1, rows = 1000; rows === 1000; page++) {
        const body = `startDate=day-${day}&endDate=day-${day}&type=${type}&ad_type=base_report&page=${page}`;
        const reply = await post(pool, '/ads/report/richcreative', body);
        rows = JSON.parse(reply.toString('utf8')).richcreativeList.length;
      }
    }
  },
);
await pool.close();
