import { backendSuite, OVER_NETWORK } from '../suites/backend.js';
import { gitPlace } from './git-backend-place.js';
import { daemonPlace } from './git-daemon.js';

/** `npm run test:crash` runs the whole suite over the network. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';

backendSuite('git', gitPlace, { runners: 3, rounds: 1 });
backendSuite('git over the network', daemonPlace, { runners: 2, rounds: 1, only: FULL ? undefined : OVER_NETWORK });
