import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestApp } from '../kit/app/create-test-app.js';
import type { ApiClient } from '../kit/http/api-client.js';
import { run } from '../kit/process/program.js';

const ROOT = join(__dirname, '../../..');
const FOLDER = join(ROOT, 'docs/guides');

export const GUIDES = readdirSync(FOLDER).map((name) => name.replace(/\.md$/, ''));

export function blocksOf(guide: string): { language: string; code: string }[] {
  const text = readFileSync(join(FOLDER, `${guide}.md`), 'utf8');
  const blocks = [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  return blocks.map(([, language = '', code = '']) => ({ language, code }));
}

export const keyOf = ({ headers }: ApiClient): string => String(headers.authorization).replace('Bearer ', '');

export async function compileTypescript(folder: string, name: string, code: string): Promise<void> {
  writeFileSync(join(folder, `${name}.mts`), code);
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const options = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--skipLibCheck', ...types];
  const compiler = join(ROOT, 'node_modules/typescript/lib/tsc.js');
  const compiled = await run([process.execPath, compiler, ...options, `${name}.mts`], { cwd: folder });
  expect(compiled).toEqual({ status: 0, stdout: '', stderr: '' });
}

type Trouble = 429 | 503 | 'cut' | 'none';

export class TroubledLine {
  requests = 0;
  private readonly server = createServer((incoming, outgoing) => this.pass(incoming, outgoing));
  private troubles: Trouble[] = [];

  constructor(private readonly service: TestApp) {
    beforeAll(() => once(this.server.listen(0, '127.0.0.1'), 'listening'));
    afterAll(() => {
      this.server.closeAllConnections();
      this.server.close();
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  expect(...troubles: readonly Trouble[]): void {
    this.troubles = [...troubles];
    this.requests = 0;
  }

  private pass({ url = '', headers }: IncomingMessage, outgoing: ServerResponse): void {
    this.requests++;
    const trouble = this.troubles.shift();
    if (typeof trouble === 'number') {
      outgoing.writeHead(trouble, { 'Retry-After': '1' }).end('{"status":"refused"}');
      return;
    }
    request(this.service.url + url, { headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers);
      if (trouble !== 'cut') answer.pipe(outgoing);
      else
        answer.once('data', (bytes: Buffer) =>
          outgoing.write(bytes.subarray(0, bytes.length / 2), () => outgoing.socket?.end()),
        );
    }).end();
  }
}
