import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { problemOf, type Problem } from '../http/api-client.js';
import { send, type HttpResponse } from '../http/http.js';

export interface ToolResult {
  readonly isError: boolean;
  /** The text of `content`. */
  readonly text: string;
  readonly structured: Record<string, unknown>;
}

export interface ListedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Record<string, unknown>;
  readonly annotations: Record<string, unknown>;
}

export interface Agent {
  list(): Promise<ListedTool[]>;
  call(name: string, args?: object): Promise<ToolResult>;
}

interface CallResult {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
}

function toResult({ isError = false, content, structuredContent = {} }: CallResult): ToolResult {
  expect(content).toMatchObject([{ type: 'text' }]);
  return { isError, text: content[0]!.text, structured: structuredContent };
}

let lastId = 0;

/** Sends messages of the revisions of 2025 without a library. */
export class RawAgent implements Agent {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly extraHeaders: Readonly<Record<string, string>> = {},
  ) {}

  post(body: string, extraHeaders: Readonly<Record<string, string>> = {}): Promise<HttpResponse> {
    const headers = {
      authorization: `Bearer ${this.key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...this.extraHeaders,
      ...extraHeaders,
    };
    return send(this.url, { method: 'POST', path: '/mcp', headers, body });
  }

  send(
    method: string,
    params: object = {},
    extraHeaders: Readonly<Record<string, string>> = {},
  ): Promise<HttpResponse> {
    return this.post(JSON.stringify({ jsonrpc: '2.0', id: ++lastId, method, params }), extraHeaders);
  }

  async request(method: string, params: object = {}): Promise<Record<string, unknown>> {
    const { status, headers, body } = await this.send(method, params);
    const shown = [status, headers['content-type']];
    expect([...shown, body]).toEqual([200, 'application/json; charset=utf-8', body]);
    const message = JSON.parse(body) as { jsonrpc: string; id: number; result: Record<string, unknown> };
    expect(message).toMatchObject({ jsonrpc: '2.0', id: expect.any(Number) as number, result: {} });
    return message.result;
  }

  async list(): Promise<ListedTool[]> {
    return (await this.request('tools/list')).tools as ListedTool[];
  }

  async call(name: string, args?: object): Promise<ToolResult> {
    return toResult((await this.request('tools/call', { name, arguments: args })) as unknown as CallResult);
  }

  async problem(status: number, code: string, method = 'tools/list', params = {}): Promise<Problem> {
    return problemOf(await this.send(method, params), status, code);
  }
}

/** The protocol's own client. `auto` negotiates the revision of 2026-07-28, and `legacy` uses one of 2025. */
export class ClientAgent implements Agent {
  private constructor(readonly client: Client) {}

  static async connect(url: string, key: string, mode: 'auto' | 'legacy'): Promise<ClientAgent> {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const requestInit = { headers: { authorization: `Bearer ${key}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
    return new ClientAgent(client);
  }

  async list(): Promise<ListedTool[]> {
    const { tools } = await this.client.listTools();
    return tools as unknown as ListedTool[];
  }

  async call(name: string, args: object = {}): Promise<ToolResult> {
    const result = await this.client.callTool({ name, arguments: args as Record<string, unknown> });
    return toResult(result as unknown as CallResult);
  }
}

/** Checks the form and the size of a result that is no error, and returns its content. */
export function contentOf({ isError, text, structured }: ToolResult): Record<string, unknown> {
  expect({ isError, text }).toEqual({ isError: false, text });
  expect(JSON.parse(text)).toEqual(structured);
  expect(text).toBe(JSON.stringify(structured));
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(25_000);
  return structured;
}
