// What the import rules of the service and of the portal have in common.

/** What each floor of the list, the lowest first, must not know: those that stand on it. */
const floorRules = (floors, filesOf) =>
  floors.slice(0, -1).map((floor, at) => ({
    name: `${floor.replace(/\W+/g, '-').replace(/-$/, '')}-looks-down`,
    comment: `${floor} does not import from the floors that stand on it.`,
    severity: 'error',
    from: { path: filesOf(floor) },
    to: { path: floors.slice(at + 1).map(filesOf) },
  }));

const everyRoomHasAFloor = (root, floors, filesOf) => ({
  name: 'every-room-has-a-floor',
  comment: 'A folder that FLOORS does not list could import from anywhere.',
  severity: 'error',
  from: { path: `^${root}/`, pathNot: floors.map(filesOf) },
  to: {},
});

const NO_CIRCLES = [
  {
    name: 'no-circles',
    comment: 'Files that import each other, types included, can be neither read nor changed alone.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-circles-of-rooms',
    comment: 'Folders that import from each other are one room with two doors.',
    severity: 'error',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
];

const FOUND = {
  name: 'found',
  comment: 'The imported file or package does not exist.',
  severity: 'error',
  from: {},
  to: { couldNotResolve: true },
};

module.exports = { floorRules, everyRoomHasAFloor, NO_CIRCLES, FOUND };
