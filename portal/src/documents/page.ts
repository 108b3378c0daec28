import { accessibleNames, nameEverything } from './accessible.js';
import { fetchBeginning, longAnswers } from './long-answers.js';
import { oneForm, withoutEnterpriseParameter } from './one-form.js';
import { withUsefulExamples } from './examples.js';
import type { Document } from './swagger-ui.js';
import './page.css';

const page = document.querySelector<HTMLElement>('#swagger-ui');
if (!page) throw new Error('The page has no place for the document');

const spec = (await (await fetch('openapi.json')).json()) as Document;
// calls go to the address that the page was opened under, whichever of the service's names that is
spec.servers = [{ url: location.origin + (page.dataset.basePath ?? '') }];
delete spec.info.license?.identifier; // Swagger UI would link it to a list of public licences
withoutEnterpriseParameter(spec);
withUsefulExamples(spec, new Date());

SwaggerUIBundle({
  spec,
  domNode: page,
  plugins: [oneForm, longAnswers, accessibleNames],
  requestInterceptor: (request: object) => ({ ...request, userFetch: fetchBeginning }),
  deepLinking: true,
  tryItOutEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  syntaxHighlight: { activated: true, theme: 'obsidian' },
  validatorUrl: null,
});
nameEverything(page);
