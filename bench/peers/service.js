// The least that the peers need of their services: the labels of a repository, the applications of a tenant. Argument: how many.
import { createServer } from 'node:http';
import { client, label } from './data.js';

const count = Number(process.argv[2]);

function pageOf(first, size, make) {
  const items = [];
  for (let n = first; n < Math.min(first + size, count); n++) items.push(make(n));
  return items;
}

function answer({ pathname, searchParams }) {
  const number = (name, otherwise) => Number(searchParams.get(name) ?? otherwise);
  if (pathname.endsWith('/labels')) {
    const size = number('per_page', 100);
    return pageOf((number('page', 1) - 1) * size, size, label);
  }
  if (pathname.endsWith('/clients')) {
    const limit = number('per_page', 100);
    const start = number('page', 0) * limit;
    return {
      total: count,
      start,
      limit,
      clients: pageOf(start, limit, (n) => ({ ...client(n), client_id: `client${n}` })),
    };
  }
  return [];
}

const server = createServer((request, response) => {
  const reply = Buffer.from(JSON.stringify(answer(new URL(request.url ?? '/', 'http://localhost'))));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length }).end(reply);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
