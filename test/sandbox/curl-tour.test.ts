import { execFile, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { running } from './support/client.js';
import { PNG } from './support/images.js';

const script = fileURLToPath(new URL('curl-tour.sh', import.meta.url));
const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('a script of curl calls', () => {
  it('goes through all fifteen operations', async () => {
    const { url, control, close } = await running({ fixture: { keywords: [{ id: '80001234' }] } });
    const env = { ...process.env, NO_PROXY: '127.0.0.1', no_proxy: '127.0.0.1' };
    const argv = [script, url, await PNG(225, 126), '2024-05-09'];
    const { stdout } = await promisify(execFile)('sh', argv, { env });
    expect(stdout).toBe('all fifteen operations answered\n');
    expect(new Set(control.log().map(({ operation }) => operation)).size).toBe(15);
    await close();
  });
});
