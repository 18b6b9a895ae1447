/** Ways to a git remote that run nothing of the address's own choosing. */
export const REMOTE_PROTOCOLS = ['file', 'git', 'http', 'https', 'ssh'] as const;

/** Git's other names for the same ways. */
const SPELLINGS: ReadonlySet<string> = new Set([...REMOTE_PROTOCOLS, 'git+ssh', 'ssh+git']);

/**
 * Why a name or an address may not be given to git as a remote, in words that follow it: it would be read as an option,
 * or it would start a program (`ext::…`). Undefined where it may.
 */
export function remoteFault(remote: string): string | undefined {
  if (remote.trim() === '') return 'is empty';
  if (remote.startsWith('-')) return 'begins with "-" and would be read as an option of git';
  if (/\p{Cc}/u.test(remote)) return 'holds a control character';
  const helper = /^([A-Za-z0-9][A-Za-z0-9+.-]*)::/u.exec(remote)?.[1];
  const protocol = helper ?? /^([A-Za-z0-9][A-Za-z0-9+.-]*):\/\//u.exec(remote)?.[1];
  if (protocol === undefined || (helper === undefined && SPELLINGS.has(protocol))) return undefined;
  const written = helper === undefined ? `${protocol}://` : `${helper}::`;
  return `is reached by ${written}, and only ${REMOTE_PROTOCOLS.join(', ')} are allowed`;
}
