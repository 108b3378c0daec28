import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from '../database/engines.js';
import { Service } from './service.js';

/** Gives each test a folder and an empty database. Removes them later, and stops the services. */
export class Sandbox {
  folder!: string;
  database!: TestDatabase;
  private readonly services: Service[] = [];

  constructor() {
    beforeEach(async () => {
      this.folder = await temporaryFolder();
      this.database = await createEmptyDatabase();
    });
    afterEach(async () => {
      await Promise.all(this.services.splice(0).map((service) => service.kill()));
      await this.database.drop();
      await removeFolder(this.folder);
    });
  }

  start(env: NodeJS.ProcessEnv = {}, method: 'spawn' | 'spawnOnTerminal' = 'spawn'): Service {
    const service = Service[method]({ cwd: this.folder, env });
    this.services.push(service);
    return service;
  }
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'cda-test-'));

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
