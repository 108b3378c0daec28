import { connect } from 'node:net';
import fc from 'fast-check';
import { SchemaCheck } from '../../../kit/http/schema-check.js';
import type { Document } from '../../../kit/specification/openapi.js';
import { send, type Reply } from '../../stage/load/client.js';
import { admin, newCustomer, OURS } from '../../stage/fixtures.js';
import { escaped, hostileBody, hostileHeader, hostileText, leakIn } from '../../stage/hostile.js';
import { startService } from '../../stage/service.js';
import { type Service } from '../../../kit/process/service.js';
import { count, type Scenario, type Stage } from '../../stage/stage.js';

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly takesBody: boolean;
  readonly query: readonly string[];
  readonly isInternal: boolean;
}

const HEADERS = [
  'accept',
  'x-request-id',
  'content-type',
  'accept-encoding',
  'x-forwarded-for',
  'if-none-match',
  'range',
  'origin',
  'cookie',
  'x-http-method-override',
];

export const hostileInput: Scenario = {
  name: 'Hostile input',
  run: async (stage) => {
    const service = await startService(stage.databaseUrl);
    const headers = await newCustomer(service.port, OURS);
    const attack = new Attack(service.port, headers, stage.isShort ? 25 : 150);
    for (const isInternal of [false, true]) await attack.onDocument(isInternal);
    await attack.onSockets(stage.isShort ? 150 : 1_000);
    attack.report(stage, service);
    await service.stop();
  },
};

class Attack {
  private requests = 0;
  private operations = 0;
  private counterexample = '';
  private readonly statuses = new Set<number>();

  constructor(
    private readonly port: number,
    private readonly credentials: Readonly<Record<string, string>>,
    private readonly runs: number,
  ) {}

  async onDocument(isInternal: boolean): Promise<void> {
    const path = isInternal ? '/internal/docs/openapi.json' : '/docs/openapi.json';
    const document = JSON.parse((await send(this.port, path)).body) as Document;
    const check = new SchemaCheck(document);
    for (const operation of operationsOf(document, isInternal)) {
      this.operations++;
      await this.try(operation, check);
    }
  }

  /** Bytes that are hardly HTTP, straight into a socket. */
  async onSockets(runs: number): Promise<void> {
    const line = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom(
        'GET / HTTP/1.1',
        'Host: a',
        'Transfer-Encoding: chunked',
        'Content-Length: -1',
        'Content-Length: 5',
        'GET /api/v1/device/ HTTP/9.9',
        '',
      ),
    );
    const property = fc.asyncProperty(fc.array(line, { maxLength: 8 }), async (lines) => {
      this.requests++;
      const text = await throwAt(this.port, `${lines.join('\r\n')}\r\n\r\n`);
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      if (status >= 500) throw new Error(`status ${status}`);
      const leak = leakIn(text.slice(text.indexOf('\r\n\r\n')));
      if (leak) throw new Error(`leak: ${leak}`);
    });
    await this.assert('raw bytes', property, runs);
  }

  report(stage: Stage, service: Service): void {
    const { complaints, isRunning } = service;
    stage.found(
      'Hostile values in every parameter, header, path and body: no 5xx, no leak, only documented answers',
      this.counterexample === '' && isRunning && complaints.length === 0,
      `${count(this.requests)} requests to ${this.operations} operations, statuses ${[...this.statuses].sort().join(', ')}` +
        (this.counterexample ? `; counterexample: ${this.counterexample}` : '') +
        (complaints[0] ? `; log: ${complaints[0].slice(0, 300)}` : ''),
    );
  }

  private async try(operation: Operation, check: SchemaCheck): Promise<void> {
    const credentials = operation.isInternal ? admin(OURS) : this.credentials;
    const input = fc.record({
      id: fc.oneof(
        hostileText.filter((text) => text !== ''),
        fc.constant('van-02'),
      ),
      query: fc.array(
        fc.tuple(
          fc.oneof(fc.constantFrom('startdate', 'enddate', ...operation.query), hostileText),
          hostileText,
        ),
        { maxLength: 3 },
      ),
      headers: fc.dictionary(fc.constantFrom(...HEADERS), hostileHeader, { maxKeys: 3 }),
      stolen: fc.option(
        fc.record({
          name: fc.constantFrom('authorization', 'x-enterprise-id'),
          value: fc.oneof(
            hostileHeader,
            hostileHeader.map((text) => `Bearer ${text}`),
          ),
        }),
        { freq: 4 },
      ),
      body: operation.takesBody ? hostileBody : fc.constant(undefined),
      isPlain: fc.boolean(),
    });
    const property = fc.asyncProperty(input, async ({ id, query, headers, stolen, body, isPlain }) => {
      const path = operation.path.replace(/\{\w+\}/, escaped(id));
      const search = isPlain
        ? ''
        : `?${query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&')}`;
      const reply = await send(this.port, path + search, {
        method: operation.method.toUpperCase(),
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(isPlain ? {} : headers),
          ...credentials,
          ...(stolen && { [stolen.name]: stolen.value }),
        },
        ...(body !== undefined && { body }),
      });
      this.requests++;
      this.judge(operation, reply, check);
    });
    await this.assert(`${operation.method} ${operation.path}`, property, this.runs);
  }

  private judge({ method, path }: Operation, reply: Reply, check: SchemaCheck): void {
    this.statuses.add(reply.status);
    if (reply.status === 0 || reply.status >= 500)
      throw new Error(`status ${reply.status} ${reply.failure} ${reply.body.slice(0, 200)}`);
    const body = reply.body === '' ? undefined : (JSON.parse(reply.body) as Record<string, unknown>);
    check.assertMatches(method, path, reply.status, reply.headers['content-type'] ?? '', body);
    if (reply.status < 300) return;
    // these two repeat what was asked
    const { instance: _instance, errors: _errors, detail: _detail, ...said } = body ?? {};
    const leak = leakIn(JSON.stringify(said) + JSON.stringify(reply.headers));
    if (leak) throw new Error(`leak: ${leak}`);
  }

  private async assert(name: string, property: fc.IAsyncProperty<unknown>, numRuns: number): Promise<void> {
    const { failed, counterexample, errorInstance, seed } = await fc.check(property, {
      numRuns,
      endOnFailure: true,
    });
    if (failed && this.counterexample === '') {
      this.counterexample = `${name} (seed ${seed}) ${JSON.stringify(counterexample).slice(0, 300)}: ${String(errorInstance).slice(0, 300)}`;
    }
  }
}

function operationsOf({ paths }: Document, isInternal: boolean): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { parameters = [], requestBody }]) => ({
      method,
      path,
      isInternal,
      takesBody: requestBody !== undefined,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    })),
  );
}

function throwAt(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(Buffer.from(text, 'latin1')));
    socket.on('data', (piece: Buffer) => (answer += piece.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    setTimeout(() => socket.destroy(), 2_000).unref();
  });
}
