import { backendSuite } from '../suites/backend.js';
import { gitPlace } from './git-backend-place.js';
import { daemonPlace } from './git-daemon.js';

/** `npm run test:crash` runs the whole suite over the network. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const OVER_NETWORK = ['gives back a snapshot and its baseline as they were written, to another runner too'];

backendSuite('git', gitPlace, { runners: FULL ? 3 : 2, rounds: 1, isBrief: !FULL });
backendSuite('git over the network', daemonPlace, { runners: 2, rounds: 1, only: FULL ? undefined : OVER_NETWORK });
