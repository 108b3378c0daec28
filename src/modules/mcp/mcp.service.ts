import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { invalidParameter } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { sendJson } from '../../streaming/computed-response.js';
import { jsonHead, StreamedResponse, StreamSource } from '../../streaming/streamed-response.js';
import { AppsService } from '../apps/apps.service.js';
import { DevicesService } from '../devices/devices.service.js';
import { LocationsService } from '../locations/locations.service.js';
import { SummariesService } from '../summaries/summaries.service.js';
import type { AgentRequest, Message } from './agent-call.js';
import type { Tool } from './tool.js';

/** Responds to agents. Loads the protocol and the tools with the first request, because many services have no agents. */
@Injectable()
export class McpService {
  private tools: readonly Tool[] | undefined;

  constructor(
    private readonly devices: DevicesService,
    private readonly apps: AppsService,
    private readonly locations: LocationsService,
    private readonly summaries: SummariesService,
    private readonly source: StreamSource,
  ) {}

  respond(enterprise: CallerEnterprise, message: Message): StreamedResponse {
    return new McpResponse((request, response) =>
      this.send({ source: this.source, enterprise, request, response }, message),
    );
  }

  private async send(agent: AgentRequest, message: Message): Promise<void> {
    const { request, response } = agent;
    const { exchange } = await import('./mcp-protocol.js');
    const { AgentCall, toolsOf } = await import('./agent-call.js');
    this.tools ??= toolsOf(this.devices, this.apps, this.locations, this.summaries);
    const call = new AgentCall(this.tools, agent);
    const { status, body: reply } = await exchange(request, message, call);
    if (call.failure !== undefined) throw call.failure as Error;
    const body = status < 400 ? reply : errorReply(request, message, reply);
    if (status === 200) return sendJson(body, jsonHead(agent.source), request, response);
    if (response.writableEnded) return; // load shedding has responded
    if (body !== '') response.type('json');
    request.context.bytes = Buffer.byteLength(body);
    response.status(status).end(body);
  }
}

/** Returns a JSON-RPC error with the id of the request, and names it in the failed calls. Throws if there is no id. */
function errorReply({ context }: Request, { id = null }: Message, reply: string): string {
  const error = invalidParameter('body', 'must be a request of the protocol');
  if (id === null || reply === '') throw error;
  context.error = error;
  return JSON.stringify({ ...(JSON.parse(reply) as object), id });
}

class McpResponse extends StreamedResponse {
  constructor(private readonly respond: (request: Request, response: Response) => Promise<void>) {
    super();
  }

  send(request: Request, response: Response): Promise<void> {
    return this.respond(request, response);
  }
}
