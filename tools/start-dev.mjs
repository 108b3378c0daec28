// Compiles the service on every change and restarts it with the result.
import { spawn, spawnSync } from 'node:child_process';

const COMPILE = [
  'node_modules/typescript/bin/tsc',
  '--project',
  'tsconfig.build.json',
  '--incremental', // the watching compiler then writes only changed files, so that the service starts once
  '--tsBuildInfoFile',
  'dist/start-dev.tsbuildinfo',
];
const RUNS = [
  [...COMPILE, '--watch', '--preserveWatchOutput'],
  ['--watch', '--watch-preserve-output', 'dist/src/main.js'],
];

const run = (args) => [process.execPath, args, { stdio: 'inherit' }];
spawnSync(...run(COMPILE));
const programs = RUNS.map((args) => spawn(...run(args)));
for (const program of programs) program.on('exit', () => programs.forEach((other) => other.kill()));
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => programs.forEach((program) => program.kill(signal)));
