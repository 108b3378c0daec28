// The import rules that the service and the portal share.

/** Returns a rule for each layer of the list, lowest first: it does not import from the layers above. */
const layerRules = (layers, filesOf) =>
  layers.slice(0, -1).map((layer, at) => ({
    name: `${layer.replace(/\W+/g, '-').replace(/-$/, '')}-imports-down`,
    comment: `${layer} does not import from the layers above it.`,
    severity: 'error',
    from: { path: filesOf(layer) },
    to: { path: layers.slice(at + 1).map(filesOf) },
  }));

const everyFolderHasALayer = (root, layers, filesOf) => ({
  name: 'every-folder-has-a-layer',
  comment: 'A folder that LAYERS does not list could import from anywhere.',
  severity: 'error',
  from: { path: `^${root}/`, pathNot: layers.map(filesOf) },
  to: {},
});

const NO_CYCLES = [
  {
    name: 'no-cycles',
    comment: 'No circular dependencies between files, types included.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'no-cycles-between-folders',
    comment: 'No circular dependencies between folders.',
    severity: 'error',
    scope: 'folder',
    from: {},
    to: { circular: true },
  },
];

const RESOLVABLE = {
  name: 'resolvable',
  comment: 'The imported file or package does not exist.',
  severity: 'error',
  from: {},
  to: { couldNotResolve: true },
};

module.exports = { layerRules, everyFolderHasALayer, NO_CYCLES, RESOLVABLE };
