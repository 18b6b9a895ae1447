import { backendSuite } from '../suites/backend.js';
import { filePlace } from './file-backend-place.js';

backendSuite('file', filePlace);
