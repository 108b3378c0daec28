// `npm run words`: looks for the words of tools/banned-words.txt, and for comments that begin with a question word.
// `npm run words -- --all` prints every place, also below the limits.
import { readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

/** The number of findings in each kind of text may only fall. Lower a limit after findings were removed. */
const LIMITS = {
  pages: 0,
  'test titles': 0,
  'strings of src': 0,
  'strings of portal': 0,
  comments: 0,
  'first words of comments': 0,
};
const FIRST_WORDS = /^(?:What|Who|Whose|Whether|The same|So many)\b/;
const GENERATED = [
  'portal/openapi.d.ts',
  'clients/typescript/src/schemas.ts',
  'src/auth/common-passwords.ts',
];
const STYLE_GUIDE = 'docs/contributing/style.md';
/** Identifiers, and the purpose of a derived key, which must not change. */
const NOT_FOR_USERS = /^(?:[\w.:/-]*|audit trail)$/;

const banned = readFileSync('tools/banned-words.txt', 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));
const BANNED = new RegExp(`(?<![\\w.-])(?:${banned.join('|')})(?![\\w@-])`, 'gi');

const findings = Object.fromEntries(Object.keys(LIMITS).map((kind) => [kind, []]));

const filesIn = (folders, ending) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => ending.test(name) && !name.includes('node_modules/'))
      .map((name) => `${folder}/${name}`),
  );

function checkText(kind, place, text) {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  for (const [word] of line.matchAll(BANNED))
    findings[kind].push(`${place}: "${word}" in: ${line.slice(0, 120)}`);
}

/** Checks the text outside code blocks, inline code, and the targets of links. */
function checkPage(file) {
  let isCode = false;
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (/^\s*```/.test(line)) isCode = !isCode;
    else if (!isCode) checkText('pages', `${file}:${at + 1}`, line.replaceAll(/`[^`]*`|\]\([^)]*\)/g, ' '));
  }
}

function checkCode(file) {
  const text = readFileSync(file, 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const [, folder] = /^(src|portal)\/(?!.*\.spec\.)/.exec(file) ?? [];
  const placeOf = (position) => `${file}:${source.getLineAndCharacterOfPosition(position).line + 1}`;
  const checked = new Set();
  const checkComment = ({ pos, end }) => {
    if (checked.has(pos)) return;
    checked.add(pos);
    const comment = text.slice(pos, end).replaceAll(/^\/[/*]+|\*\/$|^\s*\*(?!\/)/gm, ' ');
    checkText('comments', placeOf(pos), comment);
    if (FIRST_WORDS.test(comment.trim()))
      findings['first words of comments'].push(`${placeOf(pos)}: ${comment.trim().slice(0, 120)}`);
  };
  const visit = (node, isTitle) => {
    (ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []).forEach(checkComment);
    (ts.getTrailingCommentRanges(text, node.getEnd()) ?? []).forEach(checkComment);
    const kind = isTitle ? 'test titles' : folder && `strings of ${folder}`;
    if (kind && isUserText(node)) checkText(kind, placeOf(node.getStart()), node.text);
    for (const child of node.getChildren())
      visit(child, isTitle ? !ts.isFunctionLike(child) : isTitleOf(node, child));
  };
  visit(source, false);
}

const isUserText = (node) =>
  (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) &&
  !ts.isImportDeclaration(node.parent) &&
  !ts.isExportDeclaration(node.parent) &&
  !(ts.isStringLiteralLike(node) && NOT_FOR_USERS.test(node.text));

/** Returns true for the first argument of `it(...)`, `describe.each(...)`, and the like. */
function isTitleOf(node, child) {
  const isArguments = ts.isCallExpression(node) && child.kind === ts.SyntaxKind.SyntaxList;
  return isArguments && /^(?:describe|it|test)\b/.test(node.expression.getText());
}

const rootPages = readdirSync('.').filter((name) =>
  /\.md$|^\.env\.example$|^docker-compose\.yml$/.test(name),
);
const pages = [
  ...rootPages,
  ...filesIn(['docs', 'deploy', 'bench', 'src', 'clients'], /\.(?:md|ya?ml|cfg|sql|cnf)$/),
];
pages.filter((file) => file !== STYLE_GUIDE).forEach(checkPage);
const code = filesIn(['src', 'portal', 'demo', 'test', 'bench', 'tools', 'clients'], /\.(?:[cm]?[jt]s|tsx)$/);
code.filter((file) => !GENERATED.includes(file)).forEach(checkCode);

const shouldPrintAll = process.argv.includes('--all');
for (const [kind, limit] of Object.entries(LIMITS)) {
  const found = findings[kind];
  if (shouldPrintAll || found.length > limit) found.forEach((place) => console.error(place));
  console.error(`${kind}: ${found.length} of at most ${limit}`);
  if (found.length > limit) process.exitCode = 1;
}
