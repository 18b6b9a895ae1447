// After `npm pack` and `npm publish`: the work tree as it was before prepack.ts.
import { putBack } from './put-back.js';

putBack(process.cwd());
