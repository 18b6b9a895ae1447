import type { Form } from './outcome.js';

type Environment = Readonly<Record<string, string | undefined>>;

interface Writable {
  write(text: string, form?: Form): Promise<boolean>;
}

/** Runners that take lines of the log for commands. */
const RUNNERS = ['GITHUB_ACTIONS', 'GITLAB_CI', 'TF_BUILD', 'TEAMCITY_VERSION'];

/** Whether what is written goes into the log of such a runner. */
export function isReadByRunner(env: Environment): boolean {
  return RUNNERS.some((name) => env[name] !== undefined && env[name] !== '');
}

const ESCAPE = '\u001b';
const START = String.raw`(?:^|[\r\n])(?:[^\S\r\n]|${ESCAPE}\[[\d;]*m)*`;
/** `::` and `section_` at the start of a line, colours and spaces aside; `##[`, `##vso[` and their like anywhere. */
const COMMAND = new RegExp(String.raw`(${START}:):|(${START}section)_|(##\w*)\[`, 'g');

/** What completes a command is spelled out, as what cannot be seen is. */
const spelledOut = (text: string) =>
  text.replace(COMMAND, (_all, colon?: string, section?: string, hashes?: string) =>
    colon !== undefined ? `${colon}<U+003A>` : section !== undefined ? `${section}<U+005F>` : `${hashes}<U+005B>`,
  );

/** Inside a text of JSON, the only place where one can be, an escape says the same. */
const inJson = (text: string) => text.replace(/##(?=\w*\[)/g, '#\\u0023');

/** For whole texts and whole documents; in the log of no runner they stay as they are. */
export function runnerGuard(env: Environment): Record<'text' | 'json', (text: string) => string> {
  const same = (text: string) => text;
  return isReadByRunner(env) ? { text: spelledOut, json: inJson } : { text: same, json: same };
}

/** How much of an unfinished line may be the start of a command. */
const LOOK_BACK = 40;

/**
 * The stream of a runner's log: no text of a manifest or of the service becomes a command there, whether it was wrapped or
 * written in pieces. The commands that a format consists of pass.
 */
export function guarded<Stream extends Writable>(stream: Stream): Stream {
  // The unfinished line, or its end after a mark that is no line start.
  let line = '';
  const guard = (text: string): string => {
    const all = spelledOut(line + text);
    const last = all.slice(Math.max(all.lastIndexOf('\n'), all.lastIndexOf('\r')) + 1);
    const out = all.slice(line.length);
    line = last.length > LOOK_BACK ? `.${last.slice(-LOOK_BACK)}` : last;
    return out;
  };
  const write = (text: string, form: Form = 'text') =>
    stream.write(form === 'text' ? guard(text) : form === 'json' ? inJson(text) : text, form);
  return Object.create(stream, { write: { value: write } }) as Stream;
}
