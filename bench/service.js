// The least that a plan and an apply need of the service, so that it is not what is measured. Arguments: the delay
// before each reply in milliseconds, and `false` where requests are not kept for the replay. Replies are made by joining texts; ids are found without parsing JSON.
import { createServer } from 'node:http';
import { changedPrice, keyword, numberOf } from './data.js';

const delay = Number(process.argv[2] ?? 0);
const records = process.argv[3] !== 'false';
const MATCHED = /%22id%22%3A(\d+)%2C%22price%22%3A([\d.]+)/g;

/** Prices that an update set. */
let prices = new Map();
/** Whether somebody else changed every price. */
let drifted = false;
/** Requests of the write phase, from the first update on, for the replay. */
let recorded = [];
let phase = { first: 0, last: 0 };
/** When the first request since the last reset came, on the clock that all processes share. */
let asked;

function record(n) {
  const { id, word, price, matchType, url, mobileUrl, status } = keyword(n);
  const optStatus = status === 'pause' ? 'paused' : 'enabled';
  return `{"id":"${id}","groupId":"${556000 + (n >> 6)}","word":"${word}","price":"${prices.get(id) ?? (drifted ? changedPrice(n) : price)}","matchType":"${matchType}","destinationUrl":"${url}","mobileDestinationUrl":"${mobileUrl}","deeplinkUrl":"","optStatus":"${optStatus}","status":"enable","mobileStatus":"pass","cause":"","pcLowestPrice":"0.30","pcLeft3Price":"2.10","pcLeftPrice":"1.40","tag":"[]","addTime":"2024-03-01 10:00:00","updateTime":"2024-03-02 11:00:00","wildcardTag":"1","tagCause":""}`;
}

function read(body) {
  const ids = body.slice(body.indexOf('%5B') + 3, body.lastIndexOf('%5D')).split('%2C');
  const parts = new Array(ids.length);
  for (let index = 0; index < ids.length; index++) parts[index] = record(numberOf(ids[index]));
  return `{"keywordList":[${parts.join(',')}]}`;
}

function update(body) {
  let count = 0;
  for (const [, id, price] of body.matchAll(MATCHED)) {
    prices.set(id, price);
    count++;
  }
  return `{"errno":0,"affectedRecords":${count},"failKeywordIds":"","failures":[]}`;
}

/** Groups that were added. */
let created = 0;

/** Groups are not kept: an id for each. */
function add(body) {
  const ids = [];
  for (const _name of body.matchAll(/%22name%22/g)) ids.push(700_000_000 + created++);
  return `{"groupIdList":[${ids.join(',')}]}`;
}

/** Groups in a report: those of the keywords, and as many more as make 10,000. */
const REPORT_GROUPS = 10_000;
const REPORT_PAGE = 1000;

/** One page of the report of a day and a device; the page behind the last one is empty. */
function report(body) {
  const page = Number(/page=(\d+)/.exec(body)?.[1] ?? 1);
  const day = decodeURIComponent(/startDate=([^&]*)/.exec(body)?.[1] ?? '');
  const rows = [];
  for (let n = (page - 1) * REPORT_PAGE; n < Math.min(page * REPORT_PAGE, REPORT_GROUPS); n++) {
    rows.push(
      `{"date":"${day}","campaignId":"${5000 + (n >> 10)}","campaignName":"秋季 ${n >> 10}","groupId":"${556000 + n}","groupName":"女鞋 ${n}","views":"${(n * 7) % 2000}","clicks":"${n % 80}","totalCost":"${n % 300}.${String(n % 100).padStart(2, '0')}"}`,
    );
  }
  return `{"richcreativeList":[${rows.join(',')}]}`;
}

function control(path) {
  if (path === 'reset') {
    prices = new Map();
    recorded = [];
    phase = { first: 0, last: 0 };
    asked = undefined;
    created = 0;
  }
  if (path === 'forget') recorded = [];
  if (path === 'drift' || path === 'restore') drifted = path === 'drift';
  if (path === 'recorded') return JSON.stringify({ ...phase, recorded });
  return JSON.stringify(path === 'asked' ? { asked } : phase);
}

function answer(path, body) {
  if (path.startsWith('/bench/')) return control(path.slice(7));
  if (path.endsWith('/clientLogin')) return '{"uid":"encoded","accessToken":"token"}';
  if (path.endsWith('/getInfo')) return '{"uid":"1","userName":"bench"}';
  if (path.includes('/report/')) return report(body);
  if (path.endsWith('/batchAdd')) return add(body);
  if (path.endsWith('/getAppList')) return '{"appList":[]}';
  if (path.endsWith('/getPictureList')) return '{"count":0,"pictureList":[]}';
  return path.endsWith('/update') ? update(body) : read(body);
}

const server = createServer((request, response) => {
  const path = request.url ?? '';
  if (!path.startsWith('/bench/')) asked ??= Number(process.hrtime.bigint()) / 1e6;
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('latin1');
    const writes = path.endsWith('/update') || path.endsWith('/batchAdd');
    if (writes && phase.first === 0) phase.first = performance.now();
    if (records && phase.first !== 0 && path.includes('/keyword/')) recorded.push({ path, body });
    const reply = Buffer.from(answer(path, body));
    const send = () => {
      if (phase.first !== 0 && !path.startsWith('/bench/')) phase.last = performance.now();
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length }).end(reply);
    };
    if (delay > 0 && !path.startsWith('/bench/')) setTimeout(send, delay);
    else send();
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
