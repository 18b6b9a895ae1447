import { crashSuite } from './store-suite.js';

await crashSuite('gitlab', { killed: [], paused: [{ at: 9, when: 'during' }] });
