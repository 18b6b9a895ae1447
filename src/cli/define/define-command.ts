import { unknownWords } from '../../app/known-words.js';
import type { Outcome } from '../../app/outcome.js';
import type { CommandContext } from './context.js';

/** A value on the command line may be refused: the message says what it must be. */
export class FlagFault extends Error {}

interface Flag<Value> {
  /** `--out <file>`, as help shows it. */
  readonly usage: string;
  readonly help: string;
  /** Throws a `FlagFault` for what cannot be. */
  readonly parse?: (text: string) => Value;
  readonly initial?: Value;
  /** What the flag means when it is given without a text. */
  readonly preset?: string;
  /** The flag may be given several times. */
  readonly many?: 'one each' | 'several each';
  readonly required?: boolean;
  /** For completion; other words are the command's own to refuse. */
  readonly words?: readonly string[];
  /** Of the value only the type: it makes the options of the command. */
  readonly value?: Value;
}

/** A flag that the options lack when it is not given. */
export interface OptionalFlag<Value> extends Flag<Value> {
  readonly presence: 'optional';
}

/** A flag that has a value in any case. */
export interface PresentFlag<Value> extends Flag<Value> {
  readonly presence: 'always';
}

export type Flags = Readonly<Record<string, OptionalFlag<unknown> | PresentFlag<unknown>>>;

/** What the flags give to the command, by the name of each flag in camel case. */
export type OptionsOf<Given extends Flags> = {
  readonly [Name in keyof Given as Given[Name] extends PresentFlag<unknown> ? Name : never]: ValueOf<Given[Name]>;
} & {
  readonly [Name in keyof Given as Given[Name] extends PresentFlag<unknown> ? never : Name]?: ValueOf<Given[Name]>;
};

type ValueOf<One> = One extends Flag<infer Value> ? Value : never;

export const flag = {
  /** `--check`: true where it is given. */
  on: (usage: string, help: string): OptionalFlag<true> => ({ usage, help, presence: 'optional' }),
  /** `--no-refresh`: false where it is given, else true. */
  off: (usage: string, help: string): PresentFlag<boolean> => ({ usage, help, presence: 'always' }),
  text: (usage: string, help: string, words?: readonly string[]): OptionalFlag<string> => ({
    usage,
    help,
    presence: 'optional',
    ...(words !== undefined && { words }),
  }),
  required: (usage: string, help: string, words: readonly string[]): PresentFlag<string> => ({
    usage,
    help,
    words,
    required: true,
    presence: 'always',
  }),
  /** The same, and one is needed. */
  requiredList: (usage: string, help: string): PresentFlag<readonly string[]> => ({
    usage,
    help,
    many: 'several each',
    required: true,
    presence: 'always',
  }),
  parsed: <Value>(usage: string, help: string, parse: (text: string) => Value): OptionalFlag<Value> => ({
    usage,
    help,
    parse,
    presence: 'optional',
  }),
  /** `--impact [days]`: `preset` where it is given without a value. */
  presetOr: <Value>(
    usage: string,
    help: string,
    preset: string,
    parse: (text: string) => Value,
  ): OptionalFlag<Value> => ({
    usage,
    help,
    preset,
    parse,
    presence: 'optional',
  }),
  parsedOr: <Value>(
    usage: string,
    help: string,
    initial: Value,
    parse: (text: string) => Value,
  ): PresentFlag<Value> => ({ usage, help, parse, initial, presence: 'always' }),
  /** `--fail-on blocked,drift`: some of these words. */
  listed: <const Word extends string>(
    usage: string,
    help: string,
    words: readonly Word[],
  ): PresentFlag<readonly Word[]> => ({
    usage,
    help,
    words,
    parse: (text) => {
      const given = text.split(',').map((word) => word.trim());
      const fault = unknownWords(usage.split(' ', 1)[0] ?? usage, given, words, 'separate several with commas');
      // A misspelt word would look like a check that is on.
      if (fault !== undefined) throw new FlagFault(fault);
      return words.filter((word) => given.includes(word));
    },
    initial: [],
    presence: 'always',
  }),
  /** `--matrix github`: one of these words. */
  oneOf: <const Word extends string>(usage: string, help: string, words: readonly Word[]): OptionalFlag<Word> => ({
    usage,
    help,
    words,
    parse: (text) => {
      const word = words.find((one) => one === text);
      if (word === undefined) throw new FlagFault(`it accepts ${words.join(', ')}.`);
      return word;
    },
    presence: 'optional',
  }),
  /** `--allow A --allow B`. */
  each: (usage: string, help: string, words?: readonly string[]): PresentFlag<readonly string[]> => ({
    usage,
    help,
    many: 'one each',
    initial: [],
    presence: 'always',
    ...(words !== undefined && { words }),
  }),
  /** `--target A B --target C`. */
  list: (usage: string, help: string): PresentFlag<readonly string[]> => ({
    usage,
    help,
    many: 'several each',
    initial: [],
    presence: 'always',
  }),
};

/** What the arguments of a usage give: `mv <from> [ids...]` is `{ from: string; ids: readonly string[] }`. */
export type ArgumentsOf<Usage extends string> = Usage extends `${infer First} ${infer Rest}`
  ? ArgumentOf<First> & ArgumentsOf<Rest>
  : ArgumentOf<Usage>;

type ArgumentOf<Word extends string> = Word extends `<${infer Name}...>`
  ? { readonly [Key in Name]: readonly string[] }
  : Word extends `[${infer Name}...]`
    ? { readonly [Key in Name]: readonly string[] }
    : Word extends `<${infer Name}>`
      ? { readonly [Key in Name]: string }
      : Word extends `[${infer Name}]`
        ? { readonly [Key in Name]?: string }
        : unknown;

/** `options` has the flags and the arguments by their names; `args` are the arguments as they were typed. */
export type Run<Options> = (context: CommandContext, options: Options, args: readonly string[]) => Promise<Outcome>;

export interface CommandSpec {
  /** `apply [file]`: the name and the arguments, as help shows them. */
  readonly usage: string;
  readonly summary: string;
  readonly flags: Flags;
  /** Whole command lines, for help. */
  readonly examples: readonly string[];
  /** Words that an argument may be, for completion. */
  readonly words?: readonly string[];
  /** Loads the use case first: no command pays for the code of another. */
  readonly run: Run<never>;
}

export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandSpec[];
}

/** A command. The use case must take what the flags give: what does not fit does not compile. */
export function defineCommand<
  const Usage extends string,
  const Given extends Flags = Readonly<Record<never, never>>,
>(spec: {
  readonly usage: Usage;
  readonly summary: string;
  readonly flags?: Given;
  readonly examples: readonly string[];
  readonly words?: readonly string[];
  readonly run: Run<ArgumentsOf<Usage> & OptionsOf<Given>>;
}): CommandSpec {
  return { flags: {}, ...spec };
}
