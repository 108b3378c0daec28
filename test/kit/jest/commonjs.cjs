// Packages that are ES modules alone: Node requires them as they are, jest does so from Node 24.9 on.
module.exports = {
  process: (source) => {
    // here, because every worker loads this file and only the first needs the compiler
    const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');
    const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2023, allowJs: true };
    return { code: transpileModule(source, { compilerOptions }).outputText };
  },
};
