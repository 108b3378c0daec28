import { tracedServiceName, wantsTraces } from './config/tracing.js';
import { startProblem } from './process/start-problem.js';

const NOTHING_LEFT = (): Promise<void> => Promise.resolve();

/** Traces see only what is loaded after they have started, and cost nothing where nobody asks for them. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const atTheEnd = wantsTraces(env)
    ? (await import('./tracing/tracing.js')).startTracing(tracedServiceName(env))
    : NOTHING_LEFT;
  const { serve } = await import('./process/serve.js');
  await serve(env, atTheEnd);
}

main(process.env).catch((error: unknown) => {
  process.stderr.write(`${startProblem(error)}\n`);
  process.exit(1);
});
