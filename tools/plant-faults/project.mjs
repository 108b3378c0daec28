import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const CONFIG = 'tsconfig.test.json';
/** The build does not check types. A faulty file must have valid types, but it may leave imports unused. */
const CHECKS = { noCheck: false, noUnusedLocals: false, noUnusedParameters: false };

/** The sources in `src`, and what the compiler makes of a source when its text changes. */
export class Project {
  #changed = new Map();
  #service;

  constructor() {
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => fail(messageText) };
    const { options, fileNames } = ts.getParsedCommandLineOfConfigFile(CONFIG, CHECKS, host);
    const sources = fileNames.filter((name) => name.startsWith(pathOf('src/')));
    const textOf = (name) => this.#changed.get(name) ?? ts.sys.readFile(name);
    this.#service = ts.createLanguageService({
      ...ts.sys,
      getCompilationSettings: () => options,
      getScriptFileNames: () => sources,
      getScriptVersion: (name) => this.#changed.get(name) ?? '',
      getScriptSnapshot: (name) => ts.ScriptSnapshot.fromString(textOf(name) ?? ''),
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
      getCurrentDirectory: () => process.cwd(),
    });
  }

  /** Returns the syntax trees of the sources in a folder, without the unit tests, and the type checker for them. */
  treesIn(folders) {
    const program = this.#service.getProgram();
    const isIn = ({ fileName }) => folders.some((folder) => fileName.startsWith(pathOf(`${folder}/`)));
    const trees = program
      .getSourceFiles()
      .filter((tree) => isIn(tree) && !tree.fileName.endsWith('.spec.ts'));
    return { trees, checker: program.getTypeChecker() };
  }

  /** Returns the type errors of a file with the fault. */
  errorsIn({ file, text }) {
    return this.#with(file, text, (path) => [
      ...this.#service.getSyntacticDiagnostics(path),
      ...this.#service.getSemanticDiagnostics(path),
    ]).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
  }

  /** Writes the compiled file with the fault. Returns a function that restores the file of the build. */
  plant({ file, text }) {
    const original = this.#compile(file, readFileSync(file, 'utf8'));
    for (const { name, text: compiled } of original)
      if (readFileSync(name, 'utf8') !== compiled) fail(`${name} must be what the build makes of ${file}`);
    for (const { name, text: compiled } of this.#compile(file, text)) writeFileSync(name, compiled);
    return () => {
      for (const { name, text: compiled } of original) writeFileSync(name, compiled);
    };
  }

  #compile(file, text) {
    return this.#with(file, text, (path) => this.#service.getEmitOutput(path).outputFiles);
  }

  #with(file, text, use) {
    const path = pathOf(file);
    this.#changed.set(path, text);
    try {
      return use(path);
    } finally {
      this.#changed.delete(path);
    }
  }
}

const pathOf = (file) => join(process.cwd(), file);

function fail(message) {
  throw new Error(message);
}
