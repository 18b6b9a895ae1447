/**
 * What is secret in a database address from the environment: all of it, and its password as it is written and decoded. No
 * newer syntax: the last words of a process, on any Node, need this.
 */
export function storeUrlSecrets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const url = env['ADWRIGHT_STATE_URL'];
  if (url === undefined || url === '') return [];
  const found = /:\/\/[^:@/]*:(.*)@/.exec(url) || /[?&]password=([^&]*)/.exec(url);
  const password = found === null ? undefined : found[1];
  if (password === undefined || password === '') return [url];
  return [url, password, decoded(password)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
