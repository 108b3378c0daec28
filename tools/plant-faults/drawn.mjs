import { hash } from 'node:crypto';
import { relative } from 'node:path';
import ts from 'typescript';
import { withChange } from './fault.mjs';
import { RANDOM_FAULT_FOLDERS } from './paths.mjs';

const SWAPPED = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '+': '-',
  '-': '+',
};
const LITERALS = { 0: '1', 1: '0', true: 'false', false: 'true' };

/** Each operator returns the text that replaces a node, or undefined if the operator does not apply to the node. */
const OPERATORS = {
  'delete-statement': (node) => (ts.isExpressionStatement(node) ? ';' : undefined),
  'negate-condition': (node) => (isCondition(node) ? negated(node) : undefined),
  'swap-operator': (node) => (isOperator(node) ? SWAPPED[node.getText()] : undefined),
  'change-literal': (node) => (isLiteral(node) ? LITERALS[node.getText()] : undefined),
  'return-true': (node, checker) => (isReturnedBoolean(node, checker) ? 'true' : undefined),
  'return-false': (node, checker) => (isReturnedBoolean(node, checker) ? 'false' : undefined),
};

const isCondition = (node) =>
  (ts.isIfStatement(node.parent) && node.parent.expression === node) ||
  (ts.isConditionalExpression(node.parent) && node.parent.condition === node);

const negated = (node) =>
  ts.isPrefixUnaryExpression(node) ? node.operand.getText() : `!(${node.getText()})`;

const isOperator = (node) => ts.isBinaryExpression(node.parent) && node.parent.operatorToken === node;

const isLiteral = (node) =>
  ts.isNumericLiteral(node) ||
  node.kind === ts.SyntaxKind.TrueKeyword ||
  node.kind === ts.SyntaxKind.FalseKeyword;

const isBodyOfFunction = (node) => ts.isFunctionLike(node.parent) && node.parent.body === node;

function isReturnedBoolean(node, checker) {
  const isReturned = ts.isReturnStatement(node.parent) || isBodyOfFunction(node);
  if (!isReturned || !ts.isExpression(node) || isLiteral(node)) return false;
  return (checker.getTypeAtLocation(node).flags & ts.TypeFlags.BooleanLike) !== 0;
}

/** Yields every change of a statement inside a function. Types and decorators are no statements. */
function* changesIn(node, checker, isInFunction = false) {
  if (ts.isDecorator(node) || ts.isTypeNode(node)) return;
  const isInside = isInFunction || isBodyOfFunction(node);
  if (isInside) {
    for (const [operator, replace] of Object.entries(OPERATORS)) {
      const now = replace(node, checker);
      if (now !== undefined) yield { operator, node, now };
    }
  }
  const inner = [];
  ts.forEachChild(node, (child) => {
    inner.push(child);
  });
  for (const child of inner) yield* changesIn(child, checker, isInside);
}

function candidatesIn(project) {
  const { trees, checker } = project.treesIn(RANDOM_FAULT_FOLDERS);
  return trees.flatMap((tree) => {
    const file = relative(process.cwd(), tree.fileName);
    return [...changesIn(tree, checker)].map(({ operator, node, now }) => {
      const [start, end] = [node.getStart(), node.getEnd()];
      const { line, character } = tree.getLineAndCharacterOfPosition(start);
      const id = `${file}:${line + 1}:${character + 1}:${operator}`;
      return { id, name: 'drawn', file, start, end, now };
    });
  });
}

/** Yields the changes that the seed selects, in its order. All of them have valid types. */
export function* randomFaults(project, seed) {
  const candidates = candidatesIn(project);
  for (let draw = 0; candidates.length > 0; draw++) {
    const number = parseInt(hash('sha256', `${seed} ${draw}`).slice(0, 12), 16);
    const [candidate] = candidates.splice(number % candidates.length, 1);
    const fault = withChange(candidate);
    if (project.errorsIn(fault).length === 0) yield fault;
  }
}
