import { ProtocolError, ProtocolErrorCode, type CallToolResult } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { ApiError, type ErrorCode } from '../../http/api-error.js';
import { readAtPace } from '../../streaming/computed-response.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { StreamSource } from '../../streaming/streamed-response.js';
import type { AppsService } from '../apps/apps.service.js';
import type { DevicesService } from '../devices/devices.service.js';
import type { LocationsService } from '../locations/locations.service.js';
import type { SummariesService } from '../summaries/summaries.service.js';
import { listApps } from './app-tools.js';
import { findDevices, getDevice } from './device-tools.js';
import { deviceTrack, latestLocations } from './location-tools.js';
import { summarizeDataUsage, summarizeScreenTime } from './summary-tools.js';
import { parseArguments } from './tool-arguments.js';
import { BULK_TOOLS, TOOL_SCOPES, type ToolName } from './tool-names.js';
import type { Tool } from './tool.js';

export const toolsOf = (
  devices: DevicesService,
  apps: AppsService,
  locations: LocationsService,
  summaries: SummariesService,
): readonly Tool[] => [
  findDevices(devices),
  getDevice(devices),
  summarizeDataUsage(summaries),
  summarizeScreenTime(summaries),
  listApps(apps),
  latestLocations(locations),
  deviceTrack(locations),
];

/** Errors that a model can correct, with what it can do in addition to `detail`. Others end the request. */
const FIXES: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_parameter: '',
  rate_limited: '',
  device_not_found: ' find_devices returns the identifiers of devices.',
  insufficient_scope: ' An administrator can add it to the key in the portal.',
};

export interface Message {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly arguments?: unknown } | null;
}

export interface AgentRequest {
  readonly source: StreamSource;
  readonly enterprise: CallerEnterprise;
  readonly request: Request;
  readonly response: Response;
}

/** One request of an agent, which may use the tools of the scopes of its key. */
export class AgentCall {
  /** An error for the HTTP response, because the protocol reports every error as a result. */
  failure: unknown;

  constructor(
    private readonly tools: readonly Tool[],
    private readonly agent: AgentRequest,
  ) {}

  list() {
    const own = this.tools.filter(({ name }) => this.mayUse(name));
    return own.map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
      annotations: { readOnlyHint: true },
    }));
  }

  async call(name: string, given: unknown): Promise<CallToolResult> {
    const tool = this.tools.find((each) => each.name === name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of this name.');
    try {
      const content = await this.run(tool, given);
      return { content: [{ type: 'text', text: JSON.stringify(content) }], structuredContent: content };
    } catch (error) {
      const fix = error instanceof ApiError ? FIXES[error.code] : undefined;
      if (fix !== undefined) {
        const { code, detail } = error as ApiError;
        // returns the bulk unit, as a request with status 400 does
        if (code === 'invalid_parameter')
          await this.agent.request.context.refundBulk?.().catch(() => undefined);
        return { content: [{ type: 'text', text: detail + fix }], isError: true };
      }
      this.failure = error;
      throw error;
    }
  }

  private async run(tool: Tool, given: unknown): Promise<Record<string, unknown>> {
    const { source, enterprise, request, response } = this.agent;
    const { context } = request;
    if (!this.mayUse(tool.name))
      throw new ApiError('insufficient_scope', `The key lacks the scope ${TOOL_SCOPES[tool.name]}.`);
    const wanted: unknown = parseArguments(tool.schema, given);
    if (BULK_TOOLS.has(tool.name)) {
      context.bulk = true;
      context.refundBulk = await context.countAsBulk?.();
    }
    const { content, rows } = await tool.run(wanted, {
      enterprise,
      read: (work) => readAtPace(source, request, response, work),
    });
    context.rows = rows;
    return content;
  }

  private mayUse(name: ToolName): boolean {
    return this.agent.request.context.key?.scopes.includes(TOOL_SCOPES[name]) === true;
  }
}
