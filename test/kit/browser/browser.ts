import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from '@playwright/test';

/** Exceeds the pause between two files of a worker, and stays below jest's timeout for a worker's exit. */
const IDLE_MS = 250;

/**
 * A resource that the files of a jest worker share. It closes when idle, because open connections
 * keep the worker alive.
 */
export class Shared<T> {
  private opened: Promise<T> | undefined;
  private users = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly open: () => Promise<T>,
    private readonly close: (opened: T) => Promise<void>,
  ) {}

  get(): Promise<T> {
    this.users++;
    clearTimeout(this.idle);
    return (this.opened ??= this.open());
  }

  /** Call this once for each `get`. */
  release(): void {
    if (--this.users > 0) return;
    this.idle = setTimeout(() => {
      const { opened } = this;
      this.opened = undefined;
      void opened?.then((resource) => this.close(resource));
    }, IDLE_MS);
  }
}

/** Starts with the headless shell, which has the same engine and takes half the time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
const ARGUMENTS = [
  '--no-sandbox', // Root in a container cannot use the sandbox
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--enable-unsafe-swiftshader', // WebGL for the maps, without a GPU
  // Prevents requests to the network that no page causes
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export function browserPath(): string | undefined {
  const paths = NAMES.map((name) => `/usr/bin/${name}`);
  return [process.env.CHROMIUM ?? '', ...paths].find((path) => path !== '' && existsSync(path));
}

export function browserOfRun(): { path: string | undefined; title: string } {
  const path = browserPath();
  const { CHROMIUM: named } = process.env;
  if (named && path !== named) throw new Error('CHROMIUM must be the path of an installed browser');
  if (path === undefined) return { path, title: 'no Chromium found: install it to test the pages in it' };
  return { path, title: versionOf(path) };
}

function versionOf(path: string): string {
  const args = ['--version', '--no-sandbox'];
  return execFileSync(path, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
}

export function openBrowser(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ARGUMENTS });
}

export const sharedBrowser = new Shared(
  () => openBrowser(browserPath() ?? ''),
  (browser) => browser.close(),
);

export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('requestfailed', (request) => errors.push(`${request.url()} failed`));
  return errors;
}
