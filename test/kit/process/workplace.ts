import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase, type TestDatabase } from '../database/engines.js';
import { Service } from './service.js';

/** Gives each test a folder and an empty database. Removes them later, and stops the services. */
export class Workplace {
  folder!: string;
  database!: TestDatabase;
  private readonly started: Service[] = [];

  constructor() {
    beforeEach(async () => {
      this.folder = await temporaryFolder();
      this.database = await createEmptyDatabase();
    });
    afterEach(async () => {
      await Promise.all(this.started.splice(0).map((service) => service.kill()));
      await this.database.drop();
      await removeFolder(this.folder);
    });
  }

  start(env: NodeJS.ProcessEnv = {}, how: 'begin' | 'onTerminal' = 'begin'): Service {
    const service = Service[how]({ cwd: this.folder, env });
    this.started.push(service);
    return service;
  }
}

export const temporaryFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'cda-test-'));

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
