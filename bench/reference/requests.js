// What the references share: a pool of four connections, and the reads of a list of ids, 500 at a time.
import { Pool } from 'undici';

export const CONNECTIONS = 4;
const PER_READ = 500;
const HEADERS = { apiKey: 'k', accessToken: 't', 'content-type': 'application/x-www-form-urlencoded' };

export function openPool(url) {
  return new Pool(url, { connections: CONNECTIONS });
}

export async function post(pool, path, body) {
  const { body: reply } = await pool.request({ method: 'POST', path, headers: HEADERS, body });
  return Buffer.from(await reply.arrayBuffer());
}

/** Runs `work` for every item, four at a time, in order of start. */
export async function fourAtOnce(items, work) {
  let next = 0;
  const lane = async () => {
    while (next < items.length) await work(items[next++]);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
}

export function batchesOf(ids) {
  const batches = [];
  for (let at = 0; at < ids.length; at += PER_READ) batches.push(ids.slice(at, at + PER_READ));
  return batches;
}

export const readBody = (ids) => Buffer.from(`idList=%5B${ids.join('%2C')}%5D`);
export const READ_PATH = '/ads/keyword/getInfoByIdList';
