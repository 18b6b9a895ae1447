import { join } from 'node:path';
import { processSuite } from '../process-suite.js';
import { folderPlace } from './folder-store.js';

/** `npm run test:crash`: 50 races of two, and kills at many moments. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';

processSuite('log in a folder', FULL ? 50 : 3, FULL ? 12 : 3, async () => {
  const place = await folderPlace();
  return { ...place, at: () => ['log', join(place.folder, 'main')] };
});
