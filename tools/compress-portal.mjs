// Compresses the scripts and styles of the portal and of Swagger UI at the highest level. That takes 7 s and saves 8 % of each
// page. The service sends the files as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';

const ASSETS = 'dist/portal/assets';
const DOCUMENTS = 'dist/portal/documents';
const SWAGGER_UI = 'node_modules/swagger-ui-dist';

function compress(folder, names, target = folder) {
  for (const name of names)
    writeFileSync(`${target}/${name}.br`, brotliCompressSync(readFileSync(`${folder}/${name}`)));
}

compress(ASSETS, readdirSync(ASSETS));
compress(DOCUMENTS, readdirSync(DOCUMENTS));
compress(SWAGGER_UI, ['swagger-ui-bundle.js', 'swagger-ui.css'], DOCUMENTS);
