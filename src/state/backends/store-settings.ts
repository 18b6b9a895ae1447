import { hostOf, isLoopback } from '../../model/index.js';
import type { BackendPorts, SettingFault } from './backend-definition.js';
import { notSetUp } from './store-faults.js';

type Environment = BackendPorts['environment'];

/** The first of these variables that is set, an empty one counts as not set; a `Failure` where its value cannot be right. */
export function variableOf(environment: Environment, names: readonly string[]): string | undefined {
  const name = names.find((one) => environment[one]);
  const value = name === undefined ? undefined : environment[name];
  if (value === undefined) return undefined;
  if (value.trim() !== value || /\p{Cc}/u.test(value))
    throw notSetUp(`${name} begins or ends with white space, or holds a line break or a control character`);
  // They go into the head of a request.
  if (/TOKEN|KEY/u.test(name ?? '') && /[^\x21-\x7e]/u.test(value))
    throw notSetUp(`${name} holds characters other than letters, digits and signs of ASCII`);
  return value;
}

/** What is wrong with the address of a store in the project file. */
export function addressFaults(setting: string, text: string | undefined): readonly SettingFault[] {
  if (text === undefined) return [];
  const url = webAddress(text);
  if (url === undefined) return [{ setting, code: 'bad-setting', fault: 'is not an http(s) address' }];
  if (url.protocol === 'http:' && !isLoopback(hostOf(url)))
    return [{ setting, code: 'plain-http', fault: 'is reached over http' }];
  return [];
}

/** An http(s) address without user, query and fragment. */
export function webAddress(text: string): URL | undefined {
  const bare = text.replace(/\/+$/u, '');
  if (!/^https?:\/\/[^/?#@\s]+(?:\/[^?#\s]*)?$/iu.test(bare) || !URL.canParse(bare)) return undefined;
  return new URL(bare);
}
