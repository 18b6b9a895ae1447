import packageJson from '../../package.json' with { type: 'json' };

export const VERSION: string = packageJson.version;

/** What `--version` prints. */
export function versionText(json: boolean): string {
  return json ? `${JSON.stringify({ formatVersion: '1.0', version: VERSION }, undefined, 2)}\n` : `${VERSION}\n`;
}
