import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/registry.js';
import type { Change, FieldChange, Guardrails } from '../../src/model/index.js';
import { GuardrailCheck, hostsIn } from '../../src/plan/safety/guardrails.js';

function change(address: string, ...fields: readonly Partial<FieldChange>[]): Change {
  const kind = address.slice(0, address.indexOf('/'));
  return {
    address,
    kind,
    action: 'update',
    drift: false,
    reason: '',
    fields: fields.map((one) => ({ path: 'price', drift: false, ...one })),
  };
}

function checkGuardrails(rails: Guardrails, changes: Iterable<Change>, allow: readonly string[]) {
  const check = new GuardrailCheck(rails, kinds);
  for (const one of changes) check.see(one);
  return check.findings(allow);
}

describe('guardrails', () => {
  it.each<[string, Guardrails, readonly Change[], readonly string[]]>([
    ['no rails', {}, [change('keyword/1', { desired: '999' })], []],
    ['a bid at the limit', { maxPrice: '5' }, [change('keyword/1', { desired: '5.00' })], []],
    ['a bid above it', { maxPrice: '5' }, [change('keyword/1', { desired: '5.01' })], ['maxPrice keyword/1']],
    [
      'up by exactly so much',
      { maxPriceChangePercent: '50' },
      [change('keyword/1', { desired: '1.5', observed: '1' })],
      [],
    ],
    [
      'up by more',
      { maxPriceChangePercent: '50' },
      [change('keyword/1', { desired: '1.51', observed: '1' })],
      ['maxPriceChangePercent keyword/1'],
    ],
    [
      'down by more',
      { maxPriceChangePercent: '50' },
      [change('keyword/1', { desired: '0.49', observed: '1' })],
      ['maxPriceChangePercent keyword/1'],
    ],
    [
      'from the group’s bid nothing can be said',
      { maxPriceChangePercent: '50' },
      [change('keyword/1', { desired: '9', observed: '0' })],
      [],
    ],
    [
      'what was last applied, where nothing is read',
      { maxPriceChangePercent: '50' },
      [change('keyword/1', { desired: '9', prior: '1' })],
      ['maxPriceChangePercent keyword/1'],
    ],
    ['as many changes as allowed', { maxChanges: 1 }, [change('keyword/1')], []],
    ['one more', { maxChanges: 1 }, [change('keyword/1'), change('keyword/2')], ['maxChanges ']],
    [
      'what is not carried out does not count',
      { maxChanges: 0, maxPrice: '1', protected: ['*'] },
      [{ ...change('keyword/1', { desired: '9' }), action: 'blocked' }],
      [],
    ],
    [
      'a pause',
      { maxPauses: 0 },
      [change('keyword/1', { path: 'status', desired: 'pause', observed: 'enable' })],
      ['maxPauses '],
    ],
    [
      'paused already',
      { maxPauses: 0 },
      [change('keyword/1', { path: 'status', desired: 'pause', observed: 'pause' })],
      [],
    ],
    [
      'protected',
      { protected: ['group/*', 'keyword/2'] },
      [change('keyword/1'), change('keyword/2')],
      ['protected keyword/2'],
    ],
    [
      'hosts',
      { allowedHosts: ['example.com'] },
      [change('keyword/1', { path: 'url', desired: 'https://M.Example.com:8080/x' })],
      [],
    ],
    [
      'another host that ends alike',
      { allowedHosts: ['example.com'] },
      [change('keyword/1', { path: 'url', desired: 'https://badexample.com' })],
      ['allowedHosts keyword/1'],
    ],
    [
      'a host inside a creative',
      { allowedHosts: ['example.com'] },
      [change('rich-creative/a/b', { path: 'content', desired: [{ links: [{ url: 'http://b.cn/' }] }] })],
      ['allowedHosts rich-creative/a/b'],
    ],
  ])('%s', (_, rails, changes, findings) => {
    expect(checkGuardrails(rails, changes, []).map(({ rule, address = '' }) => `${rule} ${address}`)).toEqual(findings);
  });

  it('are allowed by name', () => {
    const findings = checkGuardrails(
      { maxPrice: '1', maxChanges: 0 },
      [change('keyword/1', { desired: '2' })],
      ['maxPrice'],
    );
    expect(findings.map(({ rule, allowed }) => [rule, allowed])).toEqual([
      ['maxPrice', true],
      ['maxChanges', false],
    ]);
  });

  it.each<[string, readonly string[]]>([
    ['https://a.example.com/{keyword}?u=https://other.cn', ['a.example.com']],
    ['https://user:pass@a.cn/x', ['a.cn']],
    ['https://evil.cn\\@example.com/', ['evil.cn']],
    ['http://[::1]:80/', ['[::1]']],
    ['http://例子.中国/路径', ['例子.中国']],
    ['app://shoes', []],
    ['', []],
  ])('the host of %s', (url, hosts) => {
    expect(hostsIn(url)).toEqual(hosts);
  });
});
