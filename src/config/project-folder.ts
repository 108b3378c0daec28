import { join } from 'node:path';

/** Where package.json lies, whichever of the compiled trees runs. */
export const PROJECT_FOLDER = join(__dirname, '../../..');
