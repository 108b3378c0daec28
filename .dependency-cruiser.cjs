// Import rules, checked by `npm run lint:imports`: a layer imports from itself and from the layers before it in the list.
// Inside a module: controller -> service -> repository -> entity.
const { everyFolderHasALayer, layerRules, RESOLVABLE, NO_CYCLES } = require('./tools/import-layers.cjs');

/** All folders of the service, lowest layer first. */
const LAYERS = [
  'src/config',
  'src/time',
  'src/observability',
  'src/database/schema',
  'src/database/rows',
  'src/database/engine',
  'src/database/(mysql|sqlite)',
  'src/database/migrations',
  'src/database',
  'src/http',
  'src/streaming/fields',
  'src/streaming/formats',
  'src/streaming',
  'src/metrics',
  'src/rate-limits',
  'src/openapi',
  'src/auth',
  'src/modules',
  'src/app',
  'src/cli',
  'src',
];
const filesOf = (layer) => (layer === 'src/modules' ? `^${layer}/` : `^${layer}/[^/]+$`);

const MODULE = '^src/modules/';
/** The files that the commands run. */
const ENTRIES = '^src/(main|cli|openapi)\\.ts$';
/** Modules that write the tables of all the others. */
const WRITERS = '^src/modules/(importer|demo|erasure)/';

/** The module that shows the responses of other modules in the portal. */
const READERS = '^src/modules/(?:portal-data|mcp)/';

/** Forbids imports of one kind of file in a module. */
const rule = (kind, ...forbidden) => ({
  name: `${kind}-imports-down`,
  comment: `A ${kind} does not import: ${forbidden.join(', ')}.`,
  severity: 'error',
  from: { path: `${MODULE}.+\\.${kind}\\.ts$` },
  to: { path: `^src/.+\\.(${forbidden.join('|')})\\.ts$` },
});

module.exports = {
  forbidden: [
    ...layerRules(LAYERS, filesOf),
    everyFolderHasALayer('src', LAYERS, filesOf),
    rule('controller', 'repository', 'entity', 'entities'),
    rule('service', 'controller', 'module'),
    rule('repository', 'controller', 'module'),
    {
      name: 'repository-below-service',
      comment: 'A repository does not import the service of its own module.',
      severity: 'error',
      from: { path: `${MODULE}([^/]+)/.+\\.repository\\.ts$` },
      to: { path: `${MODULE}$1/.+\\.service\\.ts$` },
    },
    rule('dto', 'repository', 'service', 'controller', 'module'),
    {
      name: 'entities-are-columns',
      comment: 'An entity imports only TypeORM and the column decorators.',
      severity: 'error',
      from: { path: '\\.(entity|entities)\\.ts$' },
      to: { pathNot: ['^src/database/schema/columns\\.ts$', '(^|/)node_modules/typeorm/'] },
    },
    {
      name: 'modules-use-services',
      comment:
        'A module imports only the service and the module class of another module, and what records share.',
      severity: 'error',
      from: { path: `${MODULE}([^/]+)/`, pathNot: [WRITERS, READERS] },
      to: {
        path: MODULE,
        pathNot: [`${MODULE}$1/`, '\\.(module|service)\\.ts$', `${MODULE}records/device-queries\\.ts$`],
      },
    },
    {
      name: 'writers-use-records',
      comment:
        'The importer, the demo data and erasure write the tables of other modules, so they import their DTOs and entities too.',
      severity: 'error',
      from: { path: WRITERS },
      to: {
        path: MODULE,
        pathNot: [`${MODULE}$1/`, `${MODULE}importer/`, '\\.(module|service|dto|entity|entities)\\.ts$'],
      },
    },
    {
      name: 'readers-use-services',
      comment:
        'The data module of the portal and the tools of agents import services and DTOs of other modules.',
      severity: 'error',
      from: { path: READERS },
      to: { path: MODULE, pathNot: [`${READERS}`, '\\.(module|service|dto)\\.ts$'] },
    },
    {
      name: 'demo-data-is-independent',
      comment: 'The generator of the demo data does not import the service.',
      severity: 'error',
      from: { path: '^demo/' },
      to: { path: '^src/' },
    },
    {
      name: 'clients-have-no-dependencies',
      comment: 'A client imports only its own files and Node.',
      severity: 'error',
      from: { path: '^clients/' },
      to: { pathNot: '^clients/', dependencyTypesNot: ['core'] },
    },
    ...NO_CYCLES,
    {
      name: 'no-orphans',
      comment: 'No command leads to this file.',
      severity: 'error',
      from: { path: ENTRIES },
      to: { path: '^(src|demo)/', pathNot: ENTRIES, reachable: false },
    },
    {
      name: 'installed-in-production',
      comment: 'The service runs without the development dependencies; of those it may use types.',
      severity: 'error',
      from: { path: '^(src|demo)/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'tracing-is-loaded-on-demand',
      comment: 'A service without traces does not load OpenTelemetry.',
      severity: 'error',
      from: { path: '^(src|demo)/', pathNot: '^src/observability/tracing' },
      to: {
        path: ['^src/observability/tracing', '(^|/)node_modules/@opentelemetry/'],
        dynamic: false,
      },
    },
    RESOLVABLE,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' }, // tests may import anything
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // imports of types as well
    enhancedResolveOptions: {
      conditionNames: ['require', 'node', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
