import { freePort } from '../../test/kit/process/free-port.js';
import { nodeCommand, Program } from '../../test/kit/process/program.js';
import { Service } from '../../test/kit/process/service.js';
import { PEPPER } from '../database/seed.js';

export type ContenderName = 'product' | 'baseline' | 'typical';

export interface Contender {
  readonly name: ContenderName;
  readonly port: number;
  readonly program: Program;
}

interface StartOptions {
  readonly databaseUrl: string;
  readonly keysFile: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly program?: string | undefined;
}

export async function startContender(name: ContenderName, options: StartOptions): Promise<Contender> {
  const { databaseUrl, keysFile, environment, program: main } = options;
  if (name === 'product') {
    const env = { NODE_ENV: 'production', DATABASE_URL: databaseUrl, KEY_PEPPER: PEPPER, ...environment };
    const service = await Service.start(env, main);
    return { name, port: service.port, program: service };
  }
  const port = await freePort();
  const command = nodeCommand(`bench/contenders/${name}.js`, databaseUrl, String(port), keysFile);
  const program = new Program(command, { env: { NODE_ENV: 'production' } });
  await program.waitUntil(() => fetch(`http://127.0.0.1:${port}/`).then(() => true));
  return { name, port, program };
}
