import { describe, expect, it } from 'vitest';
import { codeWords, errorCode, systemWords } from '../../src/files/system-error.js';
import { unwritable } from '../../src/state/machine/durable-files.js';

const refused = (code: string) => Object.assign(new Error(`${code}: said by the system, open 'folder/x'`), { code });

describe('an error of the system', () => {
  it.each(['ENOENT', 'EMFILE', 'ENFILE', 'EACCES', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO'])(
    '%s is told in words',
    (code) => {
      const words = systemWords(refused(code));
      expect(words).toMatch(/^[a-z][^/]+$/);
      expect(words).not.toContain(code);
      expect(codeWords(code)).toBe(words);
    },
  );

  it('that has no words is its code, or what the system says', () => {
    expect(codeWords('EXDEV')).toBe('EXDEV');
    expect(systemWords(refused('EXDEV'))).toContain('said by the system');
    expect([errorCode(refused('EXDEV')), errorCode(new Error('x')), errorCode('x')]).toEqual([
      'EXDEV',
      undefined,
      undefined,
    ]);
  });

  it('is told of the state as of any other file', () => {
    expect(unwritable(refused('ENFILE'), 'state.json')).toMatchObject({
      diagnostics: [{ code: 'state-unwritable', detail: expect.stringContaining('raise the limit (`ulimit -n`)') }],
    });
    expect(unwritable(refused('ENOENT'), 'state.json')).toMatchObject({
      diagnostics: [{ detail: expect.stringContaining('its folder does not exist') }],
    });
  });
});
