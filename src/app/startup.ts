import type { AddressInfo } from 'node:net';
import { DEMO_ENTERPRISE_ID } from '../../demo/demo-data.js';
import { createApp } from './bootstrap.js';
import { isFirstProcess, runsWorkers, runWorkers } from './cluster.js';
import { type Config, type Environment } from '../config/config.js';
import { withEmbeddedSecrets } from '../config/data-folder.js';
import { loadConfig } from '../config/load-config.js';
import { createLogger } from '../observability/logger.js';
import { DemoService } from '../modules/demo/demo.service.js';
import { Documents } from '../modules/documents/documents.js';
import { CannotListen, startBanner } from './startup-messages.js';
import { stopGracefully } from './graceful-shutdown.js';

export async function serve(env: Environment, atTheEnd: () => Promise<void>): Promise<void> {
  const settings = loadConfig(env);
  const logger = createLogger(settings.logLevel);
  if (runsWorkers(settings.workers)) {
    runWorkers(settings.workers, logger);
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
    stdout.write(
      startBanner(listeningOn(config, port), loaded ?? (await demo.kept()), DEMO_ENTERPRISE_ID, stdout.isTTY),
    );
  }
  logger.info({ host: config.host, port, engine: config.database.engine }, 'listening');
}

function listeningOn(config: Config, port: number): Config {
  if (config.port !== 0) return config;
  return { ...config, port, publicUrl: config.publicUrl.replace(/:0(?=\/|$)/, `:${port}`) };
}
