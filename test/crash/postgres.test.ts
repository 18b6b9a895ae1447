import { whyNoPostgres } from '../support/start-postgres.js';
import { crashSuite } from './store-suite.js';

await crashSuite('postgres', { killed: [{ at: 12, when: 'before' }], paused: [] }, whyNoPostgres());
