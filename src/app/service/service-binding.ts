import type { Environment } from '../ports.js';
import { serviceAddress } from '../workspace/credentials.js';
import type { Workspace } from '../workspace/workspace.js';

/** What of the service a saved plan is bound to. An address never carries a user or a password into it. */
export function serviceBinding(env: Environment, { account, project }: Workspace): Readonly<Record<string, string>> {
  const { min, max, count } = account.groupNames;
  const { decimals, groupZero } = account.prices;
  const baseUrl = withoutUser(serviceAddress(env, account, project.accounts.size).baseUrl);
  return {
    baseUrl,
    ...account.service,
    groupNames: `${min} to ${max} ${count}`,
    prices: `${decimals} decimals, group bid of 0 ${groupZero}`,
  };
}

function withoutUser(address: string): string {
  if (!URL.canParse(address)) return address;
  const { origin, pathname } = new URL(address);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
