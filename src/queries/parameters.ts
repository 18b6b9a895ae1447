import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { idFault } from '../model/resource/address.js';
import type { CheckedParameters, TextFlag } from './define-query.js';

/** Collects everything that is wrong with the parameters of one query, so that all of it is reported at once. */
export class ParameterCheck {
  readonly diagnostics: Diagnostic[] = [];

  refuse(detail: string): undefined {
    this.diagnostics.push(diagnostic('query-parameter', { detail }));
    return undefined;
  }

  /** One of a few words; `otherwise` where nothing was given. */
  word<Word extends string>(name: string, given: string | undefined, allowed: readonly Word[], otherwise: Word): Word {
    const value = given ?? otherwise;
    const found = allowed.find((one) => one === value);
    if (found === undefined) this.refuse(`${name} must be one of ${allowed.join(', ')}, not "${value}".`);
    return found ?? otherwise;
  }

  /** One of the words of a flag; `otherwise` where it was not given. */
  choice<Word extends string>(
    { usage, words }: TextFlag<Word> & { readonly words: readonly Word[] },
    given: string | undefined,
    otherwise: NoInfer<Word>,
  ): Word {
    return this.word(usage.split(' ', 1)[0] ?? usage, given, words, otherwise);
  }

  /** Ids of a flag, separated by commas. A list without ids is a mistake, and not every row. */
  idList(name: string, given: string | undefined): readonly string[] {
    if (given === undefined) return [];
    const ids = splitList(given);
    return this.ids(name, ids.length > 0 ? ids : [given]);
  }

  ids(name: string, given: readonly string[]): readonly string[] {
    for (const one of given) {
      const fault = idFault(one);
      if (fault !== undefined) this.refuse(`${name}: ${fault}`);
    }
    return given;
  }

  /** A count of pixels. */
  pixels(name: string, given: string | undefined): void {
    if (given !== undefined && !/^[1-9][0-9]{0,5}$/.test(given))
      this.refuse(`${name} is a number of pixels; not "${given}".`);
  }

  /** The parameters, if nothing is wrong with them. */
  outcome<Params>(params: Params): CheckedParameters<Params> {
    return this.diagnostics.length > 0 ? { ok: false, diagnostics: this.diagnostics } : { ok: true, params };
  }
}

/** A list on the command line: commas and spaces between its parts. */
export function splitList(given: string): readonly string[] {
  return given.split(/[\s,]+/u).filter((part) => part !== '');
}
