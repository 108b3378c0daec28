import { spawnSync } from 'node:child_process';
import { appWith } from '../kit/app/app-with.js';
import { checksModules } from '../kit/process/checks-package.js';
import { documentsOf } from '../kit/specification/openapi.js';

const app = appWith({}, { RATE_LIMIT: undefined }); // the document states the limits

it('The types of the portal match the document of the internal routes', () => {
  checksModules();
  const { stderr, status } = spawnSync(process.execPath, ['tools/checks/portal-types.mjs', '--check'], {
    input: JSON.stringify(documentsOf(app).internal),
    encoding: 'utf8',
  });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
});
