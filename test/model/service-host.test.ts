import { describe, expect, it } from 'vitest';
import { hostOf, isLoopback, parseHost } from '../../src/model/index.js';

describe('a host', () => {
  it.each([
    ['https://ads.example.com', 'ads.example.com'],
    ['https://ADS.Example.COM:8443/path', 'ads.example.com'],
    ['https://ads.example.com./', 'ads.example.com'],
    ['https://bücher.example', 'xn--bcher-kva.example'],
    ['http://[::1]:80', '[::1]'],
    ['http://127.1', '127.0.0.1'],
  ])('%s is at %s', (address, host) => {
    expect(hostOf(new URL(address))).toBe(host);
  });

  it.each([
    ['ads.example.com', 'ads.example.com'],
    ['ADS.EXAMPLE.com.', 'ads.example.com'],
    ['Bücher.example', 'xn--bcher-kva.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '[::1]'],
    ['[0:0:0:0:0:0:0:1]', '[::1]'],
    ['2001:DB8::7', '[2001:db8::7]'],
  ])('is written %s in a list, and compared as %s', (text, host) => {
    expect(parseHost(text)).toBe(host);
  });

  it.each(['ads.example.com:443', 'https://ads.example.com', '*.example.com', 'a/b', 'u@b', 'a b', 'a#b', 'a\\b', ''])(
    'is not %j',
    (text) => {
      expect(parseHost(text)).toBeUndefined();
    },
  );

  it.each([
    ['localhost', true],
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['[::1]', true],
    ['127.0.0.1.example.com', false],
    ['127.example.com', false],
    ['localhost.example.com', false],
    ['128.0.0.1', false],
    ['[::2]', false],
  ])('%s is this machine: %s', (host, expected) => {
    expect(isLoopback(host)).toBe(expected);
  });
});
