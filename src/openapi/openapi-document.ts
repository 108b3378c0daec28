import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { CONFIG, type Config } from '../config/config.js';
import { PROJECT_FOLDER } from '../config/load-config.js';
import {
  CUSTOMER_PROBLEMS,
  CUSTOMER_SECURITY,
  HEADERS,
  INTERNAL_PROBLEMS,
  INTERNAL_SECURITY,
} from './components.js';
import { customerText, INTERNAL_TEXT } from './document-text.js';
import {
  deprecateAliases,
  liftExamples,
  toOpenApi31,
  usedTags,
  withPublicNames,
  withUsedComponents,
} from './openapi-postprocess.js';
import { ProblemDto } from './problem.dto.js';

const { version } = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8')) as {
  version: string;
};

/** Returns the OpenAPI document of the customer API. */
export function customerDocument(app: INestApplication, serverUrl: string): OpenAPIObject {
  const root = serverUrl.replace(/\/$/, '');
  const document = create(app, {
    title: 'Customer Device API',
    version,
    description: customerText(app.get<Config>(CONFIG), root),
    contact: {
      name: 'The administrator of your portal, who issues the keys',
      ...(URL.canParse(serverUrl) && { url: `${root}/portal` }), // OpenAPI requires an absolute URL
    },
    license: PROPRIETARY,
  });
  document.servers = [{ url: serverUrl }];
  return finish(document, CUSTOMER_SECURITY, CUSTOMER_PROBLEMS, (path) => !isInternal(path));
}

/** Returns the OpenAPI document of the internal routes. */
export function internalDocument(app: INestApplication, serverUrl: string): OpenAPIObject {
  const document = create(app, {
    title: 'Customer Device API: internal routes',
    version,
    description: INTERNAL_TEXT,
    license: PROPRIETARY,
  });
  document.servers = [{ url: serverUrl }];
  return finish(document, INTERNAL_SECURITY, INTERNAL_PROBLEMS, isInternal);
}

const PROPRIETARY = { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' };

const isInternal = (path: string): boolean => /^\/(internal|portal)\//.test(path);

function create(app: INestApplication, info: OpenAPIObject['info']): OpenAPIObject {
  const config = new DocumentBuilder().setOpenAPIVersion('3.1.0').build();
  return SwaggerModule.createDocument(app, { ...config, info }, { extraModels: [ProblemDto] });
}

function finish(
  document: OpenAPIObject,
  securitySchemes: typeof CUSTOMER_SECURITY,
  examples: typeof CUSTOMER_PROBLEMS,
  belongs: (path: string) => boolean,
): OpenAPIObject {
  document.paths = Object.fromEntries(
    Object.entries(document.paths)
      .filter(([path]) => belongs(path))
      .map(([path, item]) => [asSpecified(path), item]),
  );
  deprecateAliases(document.paths);
  liftExamples(document.paths);
  document.components = {
    ...document.components,
    securitySchemes,
    headers: HEADERS,
    examples,
  };
  document.tags = usedTags(document.paths);
  return toOpenApi31(withPublicNames(withUsedComponents(document)));
}

/** Writes the path of the list with a trailing slash, as the specification does. Both forms work. */
function asSpecified(path: string): string {
  return path.endsWith('/device') ? `${path}/` : path;
}
