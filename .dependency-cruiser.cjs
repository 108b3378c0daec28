// The allowed arrows of docs/architecture.md, checked by `npm run arrows`:
// main, cli -> app.module -> modules/* -> auth -> http, database, config, logging
// and inside a module: controller -> service -> repository -> entity.

const MODULE = '^src/modules/';
/** Where the commands start. */
const ENTRIES = '^src/(main|cli|openapi)\\.ts$';
/** Modules that write the tables of all the others. */
const WRITERS = '^src/modules/(importer|demo)/';

/** A module that shows the answers of others a second time. */
const READERS = '^src/modules/data-view/';

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
    {
      name: 'foundations-know-no-module',
      comment: 'http, database, config, logging and auth serve every module and therefore know none.',
      severity: 'error',
      from: {
        path: '^src/(http|database|config|logging|auth|rate-limits|metrics|overload)/',
        pathNot: '^src/database/entities\\.ts$',
      },
      to: { path: MODULE },
    },
    {
      name: 'data-source-lists-entities-only',
      comment:
        'src/app/entities.ts is the one list of all entities and takes nothing else from the modules.',
      severity: 'error',
      from: { path: '^src/database/entities\\.ts$' },
      to: { path: MODULE, pathNot: '\\.entity\\.ts$' },
    },
    {
      name: 'foundations-know-no-auth',
      comment: 'auth stands on the other foundations, not the other way round.',
      severity: 'error',
      from: { path: '^src/(http|database|config|logging)/' },
      to: { path: '^src/auth/' },
    },
    layer('controller', 'repository', 'entity'),
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
      from: { path: '\\.entity\\.ts$' },
      to: { pathNot: ['^src/database/columns\\.ts$', '(^|/)node_modules/typeorm/'] },
    },
    {
      name: 'modules-meet-at-services',
      comment: "Of another module only its service, or the module itself in a module's imports.",
      severity: 'error',
      from: { path: `${MODULE}([^/]+)/`, pathNot: [WRITERS, READERS] },
      to: { path: MODULE, pathNot: [`${MODULE}$1/`, '\\.(module|service)\\.ts$'] },
    },
    {
      name: 'writers-meet-at-records',
      comment:
        'The importer and the demo data fill the tables of other modules: their records and entities as well. The demo data goes through the importer.',
      severity: 'error',
      from: { path: WRITERS },
      to: {
        path: MODULE,
        pathNot: [`${MODULE}$1/`, `${MODULE}importer/`, '\\.(module|service|dto|entity)\\.ts$'],
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
    {
      name: 'no-circles',
      comment: 'Files that import each other, types included, can be neither read nor changed alone.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
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
      name: 'found',
      comment: 'The imported file or package does not exist.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
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
