import type { AddressInfo } from 'node:net';
import { createApp } from './bootstrap.js';
import { isFirstProcess, runsWorkers, runWorkers } from './cluster.js';
import { type Config, type Environment } from '../config/config.js';
import { withEmbeddedSecrets } from '../config/data-folder.js';
import { loadConfig } from '../config/load-config.js';
import { createLogger } from '../observability/logger.js';
import { DemoService } from '../modules/demo/demo.service.js';
import { Documents } from '../modules/documents/documents.js';
import { CannotListen } from './start-error.js';
import { stopGracefully } from './stop-gracefully.js';
import { startBanner } from './start-banner.js';

/** Runs the service, or the processes that share its work. `atTheEnd` is called last, when it stops. */
export async function serve(env: Environment, atTheEnd: () => Promise<void>): Promise<void> {
  const settings = loadConfig(env);
  const logger = createLogger(settings.logLevel);
  if (runsWorkers(settings.workers)) {
    await runWorkers(settings.workers, logger);
    return;
  }
  const config = withEmbeddedSecrets(settings);
  if (!new URL(config.publicUrl).pathname.endsWith(config.basePath))
    logger.warn('PUBLIC_URL should end with BASE_PATH: links, documents and single sign-on lead to it');
  const app = await createApp(config, logger);
  stopGracefully(app, logger, atTheEnd);
  await app.init();
  const demo = app.get(DemoService);
  const loaded = await demo.loadOnFirstStart();
  app.get(Documents).makeAll();
  await app.listen(config.port, config.host).catch((error: unknown) => {
    throw new CannotListen({ cause: error });
  });
  const { port } = (app.getHttpServer() as { address(): AddressInfo }).address();
  if (isFirstProcess()) {
    const { stdout } = process;
    stdout.write(startBanner(listeningOn(config, port), loaded ?? (await demo.kept()), stdout.isTTY));
  }
  logger.info({ host: config.host, port, engine: config.database.engine }, 'listening');
}

/** With port 0 the system chooses one, and what is shown must name it. */
function listeningOn(config: Config, port: number): Config {
  if (config.port !== 0) return config;
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0(?=\/|$)/, `:${port}`) };
}
