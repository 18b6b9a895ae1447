import { backendSuite } from '../suites/backend.js';
import { gitPlace } from './git-backend-place.js';
import { daemonPlace } from './git-daemon.js';

backendSuite('git', gitPlace, { runners: 3, rounds: 1 });
backendSuite('git over the network', daemonPlace, { runners: 2, rounds: 1 });
