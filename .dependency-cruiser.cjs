// The allowed arrows of docs/architecture.md, checked by `npm run arrows`: from a floor to those above it in this list,
// and inside a module: controller -> service -> repository -> entity.
const { everyRoomHasAFloor, floorRules, FOUND, NO_CIRCLES } = require('./tools/floors.cjs');

/** Every room of the service, the lowest floor first: an import leads to a floor further up in this list, or stays in its room. */
const FLOORS = [
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
  'src/http/parameters',
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
const filesOf = (floor) => (floor === 'src/modules' ? `^${floor}/` : `^${floor}/[^/]+$`);

const MODULE = '^src/modules/';
/** Where the commands start. */
const ENTRIES = '^src/(main|cli|openapi)\\.ts$';
/** Modules that write the tables of all the others. */
const WRITERS = '^src/modules/(importer|demo|erasure)/';

/** A module that shows the answers of others a second time. */
const READERS = '^src/modules/portal-data/';

/** What one kind of file inside a module must not know, seen in the direction against the arrows. */
const layer = (kind, ...forbidden) => ({
  name: `${kind}-looks-down`,
  comment: `A ${kind} does not import: ${forbidden.join(', ')}.`,
  severity: 'error',
  from: { path: `${MODULE}.+\\.${kind}\\.ts$` },
  to: { path: `^src/.+\\.(${forbidden.join('|')})\\.ts$` },
});

module.exports = {
  forbidden: [
    ...floorRules(FLOORS, filesOf),
    everyRoomHasAFloor('src', FLOORS, filesOf),
    layer('controller', 'repository', 'entity', 'entities'),
    layer('service', 'controller', 'module'),
    layer('repository', 'controller', 'module'),
    {
      name: 'repository-stands-below-its-service',
      comment:
        "A repository may stand on another module's service, where its query starts from the other's table.",
      severity: 'error',
      from: { path: `${MODULE}([^/]+)/.+\\.repository\\.ts$` },
      to: { path: `${MODULE}$1/.+\\.service\\.ts$` },
    },
    layer('dto', 'repository', 'service', 'controller', 'module'),
    {
      name: 'entities-are-columns',
      comment: 'An entity imports TypeORM and the column kinds; above all no DTO.',
      severity: 'error',
      from: { path: '\\.(entity|entities)\\.ts$' },
      to: { pathNot: ['^src/database/schema/columns\\.ts$', '(^|/)node_modules/typeorm/'] },
    },
    {
      name: 'modules-meet-at-services',
      comment:
        "Of another module only its service, or the module itself in a module's imports. How records belong to a device is in the records module.",
      severity: 'error',
      from: { path: `${MODULE}([^/]+)/`, pathNot: [WRITERS, READERS] },
      to: {
        path: MODULE,
        pathNot: [`${MODULE}$1/`, '\\.(module|service)\\.ts$', `${MODULE}records/device-ref\\.ts$`],
      },
    },
    {
      name: 'writers-meet-at-records',
      comment:
        'The importer and the demo data fill the tables of other modules, erasure empties them: their records and entities as well. Both others go through the importer.',
      severity: 'error',
      from: { path: WRITERS },
      to: {
        path: MODULE,
        pathNot: [`${MODULE}$1/`, `${MODULE}importer/`, '\\.(module|service|dto|entity|entities)\\.ts$'],
      },
    },
    {
      name: 'readers-meet-at-answers',
      comment:
        'The data view answers what other modules answer: their services, and what describes question and answer.',
      severity: 'error',
      from: { path: READERS },
      to: { path: MODULE, pathNot: [`${READERS}`, '\\.(module|service|dto|query)\\.ts$'] },
    },
    {
      name: 'demo-data-stands-alone',
      comment: 'The generator writes import lines and knows nothing of the service that loads them.',
      severity: 'error',
      from: { path: '^demo/' },
      to: { path: '^src/' },
    },
    ...NO_CIRCLES,
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
      from: { path: '^(src|demo)/', pathNot: '^src/observability/(tracing|quiet-tracer)' },
      to: {
        path: ['^src/observability/(tracing|quiet-tracer)', '(^|/)node_modules/@opentelemetry/'],
        dynamic: false,
      },
    },
    FOUND,
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
