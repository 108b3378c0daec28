import { node, Program } from '../process/program.js';
import type { ProviderSettings } from './provider-process.js';

/** Starts the OpenID Connect provider of the tests. */
export async function startProvider(settings: ProviderSettings): Promise<Program> {
  const provider = new Program(node('test/kit/app/provider-process.js', JSON.stringify(settings)));
  await provider.prints('listening');
  return provider;
}
