// The portal's floors, checked by `npm run arrows`.
const { everyRoomHasAFloor, floorRules, FOUND, NO_CIRCLES } = require('../tools/floors.cjs');

/** Every room of the portal, the lowest floor first: an import leads to a floor further up in this list, or stays in its room. */
const FLOORS = [
  'portal/src/api',
  'portal/src/session',
  'portal/src/texts/bidi',
  'portal/src/texts/en',
  'portal/src/texts/de',
  'portal/src/texts',
  'portal/src/time',
  'portal/src/design/(signs|window)',
  'portal/src/design/controls',
  'portal/src/design/(fields|notices|download)',
  'portal/src/design/(page|days|table)',
  'portal/src/design/page/dialogs',
  'portal/src/charts/sums',
  'portal/src/charts/bars',
  'portal/src/charts',
  'portal/src/map',
  'portal/src/keys/(scopes|state)',
  'portal/src/keys/terms',
  'portal/src/keys/(change|issued)',
  'portal/src/keys',
  'portal/src/activity/names',
  'portal/src/activity/requests',
  'portal/src/activity/calls',
  'portal/src/activity/audit/search',
  'portal/src/activity/audit/(filter|export)',
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
  'portal/src/app/(frame|failures)',
  'portal/src/app/sign-in',
  'portal/src/app',
  'portal/src/documents',
  'portal/src',
];
const filesOf = (floor) => `^${floor}/[^/]+$`;

const ENTRIES = '^portal/src/(main\\.tsx|documents/page\\.ts)$';
const PAGES = '^portal/src/(keys|activity|data|settings|people|account)/';

module.exports = {
  forbidden: [
    ...floorRules(FLOORS, filesOf),
    everyRoomHasAFloor('portal/src', FLOORS, filesOf),
    {
      name: 'pages-stand-alone',
      comment:
        'What two pages share lies below them. Only the page of one key is put together from what those of keys and activity show.',
      severity: 'error',
      from: { path: PAGES },
      to: { path: PAGES, pathNot: '^portal/src/$1/' },
    },
    {
      name: 'documents-stand-alone',
      comment: 'The page around Swagger UI is a program of its own.',
      severity: 'error',
      from: { path: '^portal/src/documents/' },
      to: { path: '^portal/src/', pathNot: '^portal/src/documents/' },
    },
    {
      name: 'service-stands-apart',
      comment: 'What the portal knows of the service it has from the document of the internal routes.',
      severity: 'error',
      from: {},
      to: { path: '^(src|demo)/' },
    },
    ...NO_CIRCLES,
    {
      name: 'no-orphans',
      comment: 'Neither page leads to this file.',
      severity: 'error',
      from: { path: ENTRIES },
      to: { path: '^portal/src/', pathNot: ENTRIES, reachable: false },
    },
    FOUND,
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
