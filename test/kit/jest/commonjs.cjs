// Compiles packages that contain only ES modules, because jest cannot require them before Node
// 24.9.
module.exports = {
  process: (source) => {
    // loaded on demand, because every worker loads this file but only the first one needs the
    // compiler
    const { ModuleKind, ScriptTarget, transpileModule } = require('typescript');
    const compilerOptions = { module: ModuleKind.CommonJS, target: ScriptTarget.ES2023, allowJs: true };
    return { code: transpileModule(source, { compilerOptions }).outputText };
  },
};
