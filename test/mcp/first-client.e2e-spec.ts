import { TOOL_SCOPES } from '../../src/modules/mcp/tool-names.js';
import { aFullFleet, appWith } from '../kit/app/app-with.js';
import { DEVICE_ID, ENTERPRISE_ID } from '../kit/app/builders.js';
import { RawAgent } from '../kit/mcp/agent.js';
import { fromChecks } from '../kit/process/checks-package.js';

const app = appWith(aFullFleet());

/** Declares only what the test uses, so that the compiler needs no installed package. */
interface Client {
  connect(transport: unknown): Promise<void>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: object): Promise<{ structuredContent: object; isError?: boolean }>;
  close(): Promise<void>;
}

it('the first generation of the protocol’s own client lists and calls every tool', async () => {
  const sdk = (path: string) => fromChecks(`@modelcontextprotocol/sdk/client/${path}.js`);
  const { Client } = sdk('index') as { Client: new (info: object) => Client };
  const { StreamableHTTPClientTransport } = sdk('streamableHttp') as {
    StreamableHTTPClientTransport: new (url: URL, options: object) => unknown;
  };
  const { key } = await app.createKey(ENTERPRISE_ID, undefined, { mcp: true });
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', app.url), { requestInit }));
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(Object.keys(TOOL_SCOPES));
  const raw = new RawAgent(app.url, key);
  const days = { startdate: '2026-03-29', enddate: '2026-03-29' };
  const device = { device_id: DEVICE_ID };
  for (const [name, args] of [
    ['find_devices', {}],
    ['get_device', device],
    ['summarize_data_usage', days],
    ['summarize_screen_time', days],
    ['list_apps', {}],
    ['latest_locations', {}],
    ['device_track', { ...device, ...days }],
  ] as const) {
    const { structuredContent, isError } = await client.callTool({ name, arguments: args });
    expect(isError).toBeFalsy();
    expect(structuredContent).toEqual((await raw.call(name, args)).structured);
  }
  await client.close();
});
