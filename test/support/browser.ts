import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';

const PLACES = [
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine; undefined where there is none: what needs it is skipped, and counted. */
export const BROWSER = [process.env['ADWRIGHT_BROWSER'] ?? '', ...PLACES].find((path) => existsSync(path));
export const WITHOUT_BROWSER = BROWSER === undefined ? ' (skipped: no Chromium; apt-get install chromium)' : '';
/** `npm run test:pages` tries all of it; `npm test` opens each page once. */
export const ALL_OF_PAGES = process.env['ADWRIGHT_PAGES'] === 'full';

export const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: BROWSER ?? '', args: ['--no-sandbox', '--disable-gpu'] });

export interface OpenedPage {
  readonly page: Page;
  /** What the page said, asked for or tried: everything but its own file. */
  readonly noise: readonly string[];
}

/** Opens a file as a person would, and listens to all that it does. */
export async function openPage(
  browser: Browser,
  file: string,
  { scripts = true, width = 1200, fragment = '' } = {},
): Promise<OpenedPage> {
  const page = await browser.newPage({ javaScriptEnabled: scripts, viewport: { width, height: 900 } });
  const address = pathToFileURL(file).href;
  const noise: string[] = [];
  page.on('console', (message) => noise.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => noise.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    noise.push(`dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on('popup', () => noise.push('popup'));
  page.on('request', (request) => {
    const url = request.url();
    if (url !== `${address}${fragment}` && url !== address && !url.startsWith('data:image/'))
      noise.push(`request: ${url}`);
  });
  await page.goto(`${address}${fragment}`);
  if (scripts) await page.waitForSelector('html.live', { state: 'attached' });
  return { page, noise };
}

interface AxeRun {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

/** What axe finds that keeps someone from using the page. */
export async function seriousFaults(page: Page): Promise<readonly string[]> {
  const axe = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));
  const { readFileSync } = await import('node:fs');
  await page.evaluate(readFileSync(axe, 'utf8'));
  const { violations } = (await page.evaluate('axe.run()')) as AxeRun;
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
