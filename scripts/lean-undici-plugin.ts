import type { Plugin } from 'rolldown';
import { replaceKnown } from './known-text.js';

const HTTP2 = "http2 = require('node:http2')";

/**
 * undici loads Node's HTTP/2 with every client, which takes 4 ms. No connection of ours asks for HTTP/2; in the bundle it
 * is left out as on a Node that was built without it.
 */
export function leanUndici(): Plugin {
  return {
    name: 'lean-undici',
    transform: {
      order: 'pre',
      filter: { id: /node_modules[\\/]undici[\\/]lib[\\/]dispatcher[\\/]client-h2\.js$/ },
      handler: (code) => replaceKnown(code, HTTP2, 'http2 = { constants: {} }', 'lean-undici'),
    },
  };
}
