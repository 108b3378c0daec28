// Counts the files, lines and statements of src without specs, by folder: node tools/count-statements.mjs [CHECKOUT]
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const root = resolve(process.argv[2] ?? '.', 'src');
const files = readdirSync(root, { recursive: true }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
);

/** Statements, including declarations, members of classes and arrow functions that are only an expression. */
function countStatements(text) {
  let count = 0;
  const visit = (node) => {
    const isBody = ts.isArrowFunction(node) && !ts.isBlock(node.body);
    if ((ts.isStatement(node) && !ts.isBlock(node)) || ts.isClassElement(node) || isBody) count++;
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', text, ts.ScriptTarget.Latest));
  return count;
}

const folders = new Map();
const add = (folder, lines, statements) => {
  const sum = folders.get(folder) ?? { folder, files: 0, lines: 0, statements: 0 };
  folders.set(folder, {
    folder,
    files: sum.files + 1,
    lines: sum.lines + lines,
    statements: sum.statements + statements,
  });
};
for (const name of files.sort()) {
  const text = readFileSync(join(root, name), 'utf8');
  const [first, second] = name.split('/').slice(0, -1);
  const folder = first === 'modules' ? `${first}/${second ?? ''}` : (first ?? '(entry points)');
  const size = [text.split('\n').length - 1, countStatements(text)];
  add(folder, ...size);
  add('all', ...size);
}

for (const { folder, files, lines, statements } of [...folders.values()].sort(
  (one, other) => other.lines - one.lines,
))
  console.log(
    folder.padEnd(30) + [files, lines, statements].map((number) => String(number).padStart(8)).join(''),
  );
