import type { CallFailure } from '../../model/ports/ports.js';

type Attempt =
  | { readonly ok: true }
  | { readonly ok: false; readonly failure: CallFailure; readonly refused?: boolean };

/**
 * The logins that were refused. Five wrong ones lock an account until the next day, so clients that may hold the same
 * credentials share one memory: what was refused to one of them is not sent by another.
 */
export interface LoginMemory {
  /**
   * Makes a login unless one of the same key was refused before. Those of one key go one by one: of two that start
   * together, the second one waits to hear what became of the first.
   */
  attempt<Made extends Attempt>(key: string, login: () => Promise<Made>): Promise<Made | LoginRefusal>;
}

export interface LoginRefusal {
  readonly ok: false;
  readonly failure: CallFailure;
  readonly refused: true;
}

export function createLoginMemory(): LoginMemory {
  const refusals = new Map<string, LoginRefusal>();
  const underWay = new Map<string, Promise<unknown>>();

  async function after<Made extends Attempt>(
    earlier: Promise<unknown> | undefined,
    key: string,
    login: () => Promise<Made>,
  ): Promise<Made | LoginRefusal> {
    await earlier?.catch(() => undefined);
    const refusal = refusals.get(key);
    if (refusal !== undefined) return refusal;
    const made = await login();
    if (!made.ok && made.refused === true) refusals.set(key, { ok: false, failure: made.failure, refused: true });
    return made;
  }

  return {
    attempt(key, login) {
      const made = after(underWay.get(key), key, login);
      const settled = made.finally(() => {
        if (underWay.get(key) === settled) underWay.delete(key);
      });
      settled.catch(() => undefined);
      underWay.set(key, settled);
      return made;
    },
  };
}
