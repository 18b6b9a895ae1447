import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { parseHost } from '../../model/index.js';
import type { Environment } from '../ports.js';

/** The hosts of `ADWRIGHT_HOSTS`; undefined where it is not set. */
export function listedHosts(env: Environment): ReadonlySet<string> | undefined {
  const text = env['ADWRIGHT_HOSTS']?.trim() ?? '';
  if (text === '') return undefined;
  const hosts = new Set<string>();
  for (const entry of text.split(',').map((one) => one.trim())) {
    if (entry === '') continue;
    const host = parseHost(entry);
    if (host === undefined) {
      throw new Failure([diagnostic('hosts-setting', { detail: `${JSON.stringify(entry)} is not a host name.` })]);
    }
    hosts.add(host);
  }
  if (hosts.size === 0) throw new Failure([diagnostic('hosts-setting', { detail: 'It names no host.' })]);
  return hosts;
}
