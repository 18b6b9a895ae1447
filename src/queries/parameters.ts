import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { isServiceId } from '../model/address.js';

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
    if (found === undefined) this.refuse(`${name} is one of ${allowed.join(', ')}; not "${value}".`);
    return found ?? otherwise;
  }

  ids(name: string, given: readonly string[]): readonly string[] {
    for (const one of given) {
      if (!isServiceId(one)) this.refuse(`${name}: "${one}" is no id. Ids are digits without leading zeros.`);
    }
    return given;
  }

  /** A count of pixels. */
  pixels(name: string, given: string | undefined): string | undefined {
    if (given !== undefined && !/^[1-9][0-9]{0,5}$/.test(given))
      this.refuse(`${name} is a number of pixels; not "${given}".`);
    return given;
  }
}

/** A list on the command line: commas and spaces between its parts. */
export function splitList(given: string | undefined): readonly string[] {
  return given === undefined ? [] : given.split(/[\s,]+/u).filter((part) => part !== '');
}
