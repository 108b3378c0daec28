// Packages that are ES modules alone: Node requires them as they are, jest does so from Node 24.9 on.
const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');

const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2023, allowJs: true };

module.exports = {
  process: (source) => ({ code: transpileModule(source, { compilerOptions }).outputText }),
};
