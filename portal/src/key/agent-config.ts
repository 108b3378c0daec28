const NAME = 'customer-device-api';
const HINT = 'API_KEY';

/** The command for a terminal. It contains a placeholder, because the portal does not store API keys. */
export const claudeCode = (url: string): string =>
  `claude mcp add --transport http ${NAME} '${url}' --header 'Authorization: Bearer ${HINT}'`;

/** VS Code asks for the API key and stores it encrypted. */
export const vsCode = (url: string): string =>
  json({
    inputs: [{ type: 'promptString', id: 'device-api-key', description: 'API key', password: true }],
    servers: {
      [NAME]: { type: 'http', url, headers: { Authorization: 'Bearer ${input:device-api-key}' } },
    },
  });

/** Cursor reads the API key from an environment variable. */
export const cursor = (url: string): string =>
  json({ mcpServers: { [NAME]: { url, headers: { Authorization: 'Bearer ${env:DEVICE_API_KEY}' } } } });

const json = (value: object): string => JSON.stringify(value, undefined, 2);
