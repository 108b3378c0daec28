import type { NextFunction, Request, Response } from 'express';
import type { Scope } from '../../auth/scopes.js';

export const MCP_PATH = '/mcp';

/** The tools of agents, with the scope that each one needs. */
export const TOOL_SCOPES = {
  find_devices: 'device:GetList',
  get_device: 'device:GetDetail',
  summarize_data_usage: 'device:GetDataUsage',
  summarize_screen_time: 'device:GetScreenTime',
  list_apps: 'device:GetApplication',
  latest_locations: 'device:GetLocation',
  device_track: 'device:GetLocation',
} as const satisfies Readonly<Record<string, Scope>>;

export type ToolName = keyof typeof TOOL_SCOPES;

/** Tools that count against the bulk limit too. */
export const BULK_TOOLS: ReadonlySet<ToolName> = new Set<ToolName>([
  'summarize_data_usage',
  'summarize_screen_time',
  'list_apps',
  'latest_locations',
  'device_track',
]);

/** Finds the tool of a request before its checks, so that refusals also name the tool. */
export function nameTool({ body, context }: Request, _response: Response, next: NextFunction): void {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { name?: unknown } | null };
  const name = method === 'tools/call' ? params?.name : undefined;
  if (typeof name === 'string' && Object.hasOwn(TOOL_SCOPES, name)) context.tool = name;
  context.scope = context.tool === undefined ? 'mcp' : `mcp:${context.tool}`;
  next();
}
