import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOOL_SCOPES } from '../../src/modules/mcp/tool-names.js';
import { appWith } from '../kit/app/app-with.js';
import { ENTERPRISE_ID } from '../kit/app/builders.js';
import { ClientAgent } from '../kit/mcp/agent.js';
import { transcriptOf, TRANSCRIPT_FLEET } from './agent-transcript.js';
import { blocksOf } from './guides.js';

const GUIDE = join(__dirname, '../../../docs/guides/agents.md');
const TRANSCRIPT = /^```text\n.*?^```$/ms;

const app = appWith(TRANSCRIPT_FLEET);

// TEST_RECORD=on writes the conversation into the guide
it('the conversation in the guide matches the results that the official MCP client receives', async () => {
  const { key } = await app.createKey(ENTERPRISE_ID, undefined, { mcp: true });
  const agent = await ClientAgent.connect(app.url, key, 'auto');
  const transcript = await transcriptOf(agent);
  await agent.client.close();
  const text = readFileSync(GUIDE, 'utf8');
  const current = text.replace(TRANSCRIPT, () => `\`\`\`text\n${transcript}\`\`\``);
  if (process.env.TEST_RECORD === 'on') writeFileSync(GUIDE, current);
  else expect(text).toBe(current);
});

it('the guide lists every tool with its scope', () => {
  const rows = readFileSync(GUIDE, 'utf8').matchAll(/^\| `(\w+)` \| `([\w:]+)` \|/gm);
  expect(Object.fromEntries(Array.from(rows, ([, name, scope]) => [name, scope]))).toEqual(TOOL_SCOPES);
});

it('the settings of clients are JSON', () => {
  const settings = blocksOf('agents').filter(({ language }) => language === 'json');
  expect(settings).toHaveLength(2);
  for (const { code } of settings) expect(code).toContain('https://api.example.com/mcp');
  for (const { code } of settings) expect(() => JSON.parse(code) as unknown).not.toThrow();
});
