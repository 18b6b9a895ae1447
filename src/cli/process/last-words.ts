// The bare name: older versions of Node do not know `node:`.
// biome-ignore lint/style/useNodejsImportProtocol: see above
import { writeSync } from 'fs';
import { isOutOfHandles } from '../../app/out-of-handles.js';
import { storeUrlSecrets } from './secret-variables.js';

/**
 * How a process ends that cannot end in order: on a second signal, on an error that no one caught, or before anything
 * could be loaded. Nothing is loaded here, no file is opened, and what is written is written before this returns.
 */
export interface LastWords {
  /** One line on stderr and, with `--json`, the one document on stdout, unless another one has begun there. */
  say(code: string, message: string, stack?: string): void;
  /** Something was written to stdout. */
  begin(): void;
  /** From now on texts and documents go out through these. Before, nothing of anyone else's is in them. */
  guard(rules: Guard): void;
  /** A document is on its way: ending now would leave half of it. */
  documentBegun(): boolean;
}

interface Guard {
  readonly text: (text: string) => string;
  readonly json: (text: string) => string;
}

export function lastWords(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  write: (stream: number, text: string) => void = writeAtOnce,
): LastWords {
  const json = argv.indexOf('--json') !== -1;
  let rules: Guard = { text: (text) => text, json: (text) => text };
  let begun = false;
  return {
    say: (code, message, stack) => {
      const masked = maskSecrets(message, env);
      const shown = stack !== undefined && argv.indexOf('--verbose') !== -1 ? `\n${maskSecrets(stack, env)}` : '';
      if (json && !begun) {
        begun = true;
        const document = { formatVersion: '1.0', error: { code, message: masked }, diagnostics: [] };
        write(1, rules.json(`${JSON.stringify(document, undefined, 2)}\n`));
      }
      write(2, rules.text(`adwright: ${masked}${shown}\n`));
    },
    begin: () => {
      begun = true;
    },
    guard: (given) => {
      rules = given;
    },
    documentBegun: () => json && begun,
  };
}

function writeAtOnce(stream: number, text: string): void {
  try {
    writeSync(stream, text);
  } catch {
    // No one reads any more, and there is no one else to tell.
  }
}

/** An error that no one caught may quote anything, credentials included. */
function maskSecrets(text: string, env: Readonly<Record<string, string | undefined>>): string {
  let masked = text;
  const named = Object.keys(env).filter((name) => /KEY|PASS|SECRET|TOKEN/i.test(name));
  for (const value of named.map((name) => env[name]).concat(storeUrlSecrets(env))) {
    if (value === undefined || value.length < 4) continue;
    masked = masked.split(value).join('***');
  }
  return masked;
}

/** An error that no one caught, in words. */
export function faultWords(error: unknown): string {
  if (isOutOfHandles(error)) {
    return 'too many files are open. Raise the limit (`ulimit -n 1024`) and run the command again.';
  }
  const message = error instanceof Error ? error.message : String(error);
  return `this is a bug in Adwright: ${message}\nPlease report it; --verbose shows where it happened.`;
}
