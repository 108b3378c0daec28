// Import rules of the portal, checked by `npm run lint:imports`.
const { everyFolderHasALayer, layerRules, RESOLVABLE, NO_CYCLES } = require('../tools/import-layers.cjs');

/** All folders of the portal, lowest layer first. */
const LAYERS = [
  'portal/src/api',
  'portal/src/session',
  'portal/src/texts/bidi',
  'portal/src/texts/en',
  'portal/src/texts/de',
  'portal/src/texts',
  'portal/src/time',
  'portal/src/design/(icons|window)',
  'portal/src/design/controls',
  'portal/src/design/(fields|notices|download)',
  'portal/src/design/(page|days|table)',
  'portal/src/design/page/dialogs',
  'portal/src/charts',
  'portal/src/map',
  'portal/src/keys/(scopes|state)',
  'portal/src/keys/protection',
  'portal/src/keys/fields',
  'portal/src/keys/(change|issued)',
  'portal/src/keys/attention',
  'portal/src/keys',
  'portal/src/activity/common',
  'portal/src/activity/requests',
  'portal/src/activity/calls',
  'portal/src/activity/audit',
  'portal/src/activity',
  'portal/src/key',
  'portal/src/data',
  'portal/src/data/track',
  'portal/src/data/(fleet|device)',
  'portal/src/settings',
  'portal/src/people',
  'portal/src/account/second-factor',
  'portal/src/account',
  'portal/src/app/(layout|errors)',
  'portal/src/app/sign-in',
  'portal/src/app',
  'portal/src/documents',
  'portal/src',
];
const filesOf = (layer) => `^${layer}/[^/]+$`;

const ENTRIES = '^portal/src/(main\\.tsx|documents/(page|guide)\\.ts)$';
const PAGES = '^portal/src/(keys|activity|data|settings|people|account)/';

module.exports = {
  forbidden: [
    ...layerRules(LAYERS, filesOf),
    everyFolderHasALayer('portal/src', LAYERS, filesOf),
    {
      name: 'pages-are-independent',
      comment: 'A page does not import another page. Shared code belongs to a lower layer.',
      severity: 'error',
      from: { path: PAGES },
      to: { path: PAGES, pathNot: '^portal/src/$1/' },
    },
    {
      name: 'documents-are-independent',
      comment: 'The pages of the documentation are separate programs.',
      severity: 'error',
      from: { path: '^portal/src/documents/' },
      to: { path: '^portal/src/', pathNot: '^portal/src/documents/' },
    },
    {
      name: 'service-is-separate',
      comment:
        'The portal imports nothing of the service. Its types come from the internal OpenAPI document.',
      severity: 'error',
      from: {},
      to: { path: '^(src|demo)/' },
    },
    ...NO_CYCLES,
    {
      name: 'no-orphans',
      comment: 'No page imports this file.',
      severity: 'error',
      from: { path: ENTRIES },
      to: { path: '^portal/src/', pathNot: ENTRIES, reachable: false },
    },
    RESOLVABLE,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.spec\\.ts$' }, // tests may import anything
    tsPreCompilationDeps: true, // imports of types as well
    enhancedResolveOptions: {
      conditionNames: ['import', 'browser', 'default', 'types'],
      exportsFields: ['exports'],
    },
  },
};
