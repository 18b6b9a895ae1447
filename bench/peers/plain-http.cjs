// Loaded into a peer: what it sends to https goes to the local service over plain HTTP, so that nobody pays for TLS.
const http = require('node:http');
const https = require('node:https');

const port = process.env.PEER_PORT;

https.request = (options, ...rest) =>
  http.request({ ...options, protocol: 'http:', defaultPort: 80, port, agent: http.globalAgent }, ...rest);

const { fetch } = globalThis;
globalThis.fetch = (url, ...rest) => {
  const target = new URL(typeof url === 'string' ? url : url.href);
  target.protocol = 'http:';
  target.port = port;
  return fetch(target, ...rest);
};
