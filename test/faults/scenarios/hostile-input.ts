import fc from 'fast-check';
import { SchemaCheck } from '../../kit/http/schema-check.js';
import { operations, parametersOf, type Document } from '../../kit/specification/openapi.js';
import { admin, newCustomer, OURS, type Headers } from '../stage/fixtures.js';
import { send, type Reply } from '../stage/requests.js';
import { count, type Scenario } from '../stage/stage.js';

/** Contains nothing that the service uses internally, so that a leak differs from an echo. */
const WORDS =
  "|../../../../etc/passwd|'; DROP TABLE users; --|${7*7}{{7*7}}<%= 7*7 %>|%00|%c0%af|\ud800|\u202e\ufeff|1e309|" +
  '9007199254740993|__proto__|2026-02-30|2026-01-01T00:00:00Z|\r\nX-Injected: yes';
const CLASSICS = [...WORDS.split('|'), '😀'.repeat(50), 'a'.repeat(3000)];
const DEEP = ['['.repeat(20_000), '{"__proto__":{"admin":true}}', `"${'a'.repeat(70_000)}"`];
const HEADERS =
  'accept x-request-id content-type accept-encoding x-forwarded-for if-none-match range origin cookie x-http-method-override';
const LEAKS =
  /node_modules|\.[jt]s:\d+|\n {4}at |\bER_[A-Z]{3,}|SQLITE_|ECONN|QueryFailed|api_keys|key_hash|enterprise_key|device_key|audit_events|sqlMessage|mysql|mariadb|\/(?:home|root|tmp|work|usr)\//i;

const hostileText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...CLASSICS) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 60 }),
);
const hostilePart = hostileText.filter((text) => text !== '');
const hostileBody = fc.oneof(
  fc.json({ maxDepth: 4 }),
  hostileText,
  fc.record({ application: hostileText, scopes: fc.jsonValue() }).map((value) => JSON.stringify(value)),
  fc.constantFrom(...DEEP),
);
/** HTTP clients refuse to send other characters. */
const hostileHeader = hostileText.map((text) =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
);
const hostileCredential = fc
  .tuple(fc.constantFrom('', 'Bearer '), hostileHeader)
  .map((parts) => parts.join(''));
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed());

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly takesBody: boolean;
  readonly query: readonly string[];
}

export const hostileInput: Scenario = {
  name: 'Hostile input',
  run: async (stage) => {
    const service = await stage.start();
    const attack = new Attack(service.port, stage.isShort ? 25 : 150);
    await attack.operations('/docs/openapi.json', await newCustomer(service.port, OURS));
    await attack.operations('/internal/docs/openapi.json', admin(OURS));
    const { requests, tried, statuses, counterexample } = attack;
    const { errorLines, isRunning } = service;
    stage.record(
      'Hostile values in every parameter, header, path, and body: no 5xx, no leak, and only documented responses',
      counterexample === '' && isRunning && errorLines.length === 0,
      `${count(requests)} requests to ${tried} operations, statuses ${[...statuses].sort().join(', ')}` +
        (counterexample && `; counterexample: ${counterexample}`) +
        (errorLines[0] ? `; log: ${errorLines[0].slice(0, 300)}` : ''),
    );
  },
};

class Attack {
  requests = 0;
  tried = 0;
  counterexample = '';
  readonly statuses = new Set<number>();

  constructor(
    private readonly port: number,
    private readonly runs: number,
  ) {}

  async operations(documentPath: string, callerHeaders: Headers): Promise<void> {
    const document = JSON.parse((await send(this.port, documentPath)).body) as Document;
    const check = new SchemaCheck(document);
    for (const operation of operationsOf(document)) {
      this.tried++;
      const property = fc.asyncProperty(
        inputFor(operation),
        async ({ id, query, headers, credentials, body, isPlain }) => {
          const search = query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`).join('&');
          const path = operation.path.replace(/\{\w+\}/, escaped(id)) + (isPlain ? '' : `?${search}`);
          const type = body !== undefined && { 'content-type': 'application/json' };
          const reply = await send(this.port, path, {
            method: operation.method.toUpperCase(),
            headers: { ...type, ...(!isPlain && headers), ...callerHeaders, ...credentials },
            body,
          });
          this.requests++;
          this.judge(operation, reply, check);
        },
      );
      await this.assert(`${operation.method} ${operation.path}`, property, this.runs);
    }
  }

  private judge({ method, path }: Operation, reply: Reply, check: SchemaCheck): void {
    this.statuses.add(reply.status);
    if (reply.status === 0 || reply.status >= 500)
      throw new Error(`status ${reply.status} ${reply.failure} ${reply.body.slice(0, 200)}`);
    const body = reply.body === '' ? undefined : (JSON.parse(reply.body) as Record<string, unknown>);
    check.assertMatches(method, path, reply.status, reply.headers['content-type'] ?? '', body);
    if (reply.status < 300) return;
    // These fields repeat the request
    const { instance: _instance, errors: _errors, detail: _detail, ...rest } = body ?? {};
    assertNoLeak(JSON.stringify(rest) + JSON.stringify(reply.headers));
  }

  private async assert(name: string, property: fc.IAsyncProperty<unknown>, numRuns: number): Promise<void> {
    const result = await fc.check(property, { numRuns, endOnFailure: true });
    const { failed, counterexample, errorInstance, seed } = result;
    if (failed)
      this.counterexample ||= `${name} (seed ${seed}) ${JSON.stringify(counterexample).slice(0, 300)}: ${String(errorInstance).slice(0, 300)}`;
  }
}

function assertNoLeak(text: string): void {
  const leak = LEAKS.exec(text)?.[0];
  if (leak) throw new Error(`leak: ${leak}`);
}

const inputFor = ({ query, takesBody }: Operation) =>
  fc.record({
    id: fc.oneof(hostilePart, fc.constant('van-02')),
    query: fc.array(
      fc.tuple(fc.oneof(fc.constantFrom('startdate', 'enddate', ...query), hostileText), hostileText),
      { maxLength: 3 },
    ),
    headers: fc.dictionary(fc.constantFrom(...HEADERS.split(' ')), hostileHeader, { maxKeys: 3 }),
    credentials: fc.option(
      fc.dictionary(fc.constantFrom('authorization', 'x-enterprise-id'), hostileCredential, { minKeys: 1 }),
      { freq: 4 },
    ),
    body: takesBody ? hostileBody : fc.constant(undefined),
    isPlain: fc.boolean(),
  });

const operationsOf = (document: Document): Operation[] =>
  operations(document).map(([name, operation]) => {
    const [method = '', path = ''] = name.split(' ');
    const query = parametersOf(document, operation).filter((parameter) => parameter.in === 'query');
    const takesBody = operation.requestBody !== undefined;
    return { method, path, takesBody, query: query.map(({ name }) => name) };
  });
