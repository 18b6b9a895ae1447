import { crashSuite } from './store-suite.js';

await crashSuite('s3', { killed: [{ at: 9, when: 'during' }], paused: [] });
