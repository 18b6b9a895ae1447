import { COMMAND, runNode } from '../process.js';

const CREDENTIALS = { ADWRIGHT_API_KEY: 'k', ADWRIGHT_USERNAME: 'u', ADWRIGHT_PASSWD: 'p', ADWRIGHT_ACCESS_TOKEN: 't' };
export const at = (url) => ({ ...CREDENTIALS, ADWRIGHT_BASE_URL: url });
export const ofAgency = (url) => ({ ...CREDENTIALS, ADWRIGHT_AGENCY_BASE_URL: url });

/** A plan that must find nothing to do: otherwise its exit code is an error here. */
export const NO_OP = ['plan', '--detailed-exitcode'];

/** As on a small runner. */
export const runSmall = (args, options) => runNode(['--max-old-space-size=1024', COMMAND, ...args], options);

export const withCpu = (run) => ({ ...run, cpu: run.user + run.system });

/** A check of the first side. */
export const peakBelow =
  (most) =>
  ([measured]) => [{ what: 'peak memory, MB', value: measured.peak, most }];

/** Keywords in the runs that show how cost grows. */
export const SCALES = [1_000, 10_000, 100_000, 1_000_000];
