// Plants 20 faults in the compiled sources, one at a time, and reports which ones the tests find.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { randomFaults } from './plant-faults/drawn.mjs';
import { namedFaults } from './plant-faults/named.mjs';
import { testsOf } from './plant-faults/paths.mjs';
import { Project } from './plant-faults/project.mjs';
import { build, runTests, sortedTests, stopTests } from './plant-faults/tests.mjs';

const FAULTS = 20;
const MAX_MISSED = 1;
const MAX_CHANGE_LENGTH = 100;
/** The drawn faults that change no behavior, each with the reason. */
const EQUIVALENT = 'tools/planted-faults.json';

const { values: options } = parseArgs({
  options: {
    seed: {
      type: 'string',
      default: execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim(),
    },
    only: { type: 'string' },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopTests);

/** Returns the named faults and the drawn ones, numbered from 1. */
function allFaults(project) {
  const reasons = new Map(JSON.parse(readFileSync(EQUIVALENT, 'utf8')).map(({ id, reason }) => [id, reason]));
  const faults = namedFaults();
  for (const fault of randomFaults(project, options.seed)) {
    const reason = reasons.get(fault.id);
    if (reason === undefined) faults.push(fault);
    else console.log(`drawn again: ${fault.id} changes no behavior. ${reason}`);
    if (faults.length === FAULTS) break;
  }
  return faults.map((fault, at) => ({ number: at + 1, ...fault }));
}

function chosenFaults(project) {
  const numbers = options.only?.split(',').map(Number);
  const faults = allFaults(project).filter(({ number }) => numbers?.includes(number) ?? true);
  for (const fault of faults) {
    const [error] = project.errorsIn(fault);
    if (error !== undefined) throw new Error(`${titleOf(fault)} does not compile: ${error}`);
  }
  return faults;
}

const titleOf = ({ number, id, name, file, line }) => `${number}. ${name}, ${id ?? `${file}:${line}`}`;

function list(faults) {
  const marked = (mark, text) => text.replaceAll(/^/gm, `   ${mark} `);
  for (const fault of faults)
    console.log(`${titleOf(fault)}\n${marked('-', fault.was)}\n${marked('+', fault.now)}`);
}

/** The test files that pass without a fault, and those that fail. */
const [passingFiles, failingFiles] = [new Set(), new Set()];

/** Returns the first failure that the fault causes. The related tests run first. */
async function testFault(project, fault) {
  const [related, others] = sortedTests(testsOf(fault.file));
  return (await firstFailure(project, fault, related)) ?? (await firstFailure(project, fault, others));
}

async function firstFailure(project, fault, files) {
  const trusted = files.filter((file) => !failingFiles.has(file));
  const restore = project.plant(fault);
  const failure = await runTests(trusted).finally(restore);
  if (!failure || (await passesWithoutFault(failure.file ?? trusted[0]))) return failure;
  return firstFailure(project, fault, trusted);
}

/** A test file that also fails without a fault cannot find faults. Later runs skip it. */
async function passesWithoutFault(file) {
  if (passingFiles.has(file)) return true;
  const failure = await runTests([file]);
  (failure ? failingFiles : passingFiles).add(file);
  if (failure) console.log(`skipped: ${file} fails without a fault`);
  return !failure;
}

function onOneLine(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_CHANGE_LENGTH ? `${line.slice(0, MAX_CHANGE_LENGTH)}…` : line;
}

const placeOf = ({ project, file }) => (file ? `${project} ${file}` : 'the run failed');

function report(fault) {
  const { was, now, seconds, failure } = fault;
  const found = failure ? `found by "${failure.title}" (${placeOf(failure)})` : 'NOT FOUND';
  console.log(`${titleOf(fault)}: \`${onOneLine(was)}\` -> \`${onOneLine(now)}\`: ${found}, ${seconds} s`);
}

async function main() {
  if (!options.list) build();
  const project = new Project();
  const faults = chosenFaults(project);
  if (options.list) return list(faults);
  const results = [];
  for (const { text, ...fault } of faults) {
    const began = Date.now();
    const failure = await testFault(project, { ...fault, text });
    results.push({ ...fault, failure, seconds: Math.round((Date.now() - began) / 1000) });
    report(results.at(-1));
  }
  const missed = results.filter(({ failure }) => !failure).length;
  console.log(`${results.length - missed} of ${results.length} found`);
  if (options.json) writeFileSync(options.json, JSON.stringify({ seed: options.seed, results }, null, 2));
  return missed > (results.length === FAULTS ? MAX_MISSED : 0) ? 1 : 0;
}

process.exitCode = await main().catch(({ message }) => {
  console.error(message);
  return 1;
});
