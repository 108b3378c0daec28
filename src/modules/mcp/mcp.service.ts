import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { invalidParameter } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import { jsonHead, sendJson } from '../../streaming/computed-response.js';
import { StreamedResponse, StreamSource } from '../../streaming/streamed-response.js';
import type { AgentRequest } from './agent-call.js';
import { ToolServices } from './tool-services.js';

/** Responds to agents. Loads the protocol and the tools with the first request, because many services have no agents. */
@Injectable()
export class McpService {
  private loaded: ReturnType<McpService['load']> | undefined;

  constructor(
    private readonly services: ToolServices,
    private readonly source: StreamSource,
  ) {}

  respond(enterprise: CallerEnterprise, message: object): StreamedResponse {
    return new McpResponse((request, response) =>
      this.send({ source: this.source, enterprise, request, response }, message),
    );
  }

  private async send(agent: AgentRequest, message: object): Promise<void> {
    const { request, response } = agent;
    const { exchange, AgentCall, tools } = await (this.loaded ??= this.load());
    const call = new AgentCall(tools, agent);
    const { status, body } = await exchange(request, message, call);
    if (call.failure !== undefined) throw call.failure as Error;
    if (status >= 400) refuseUnlessReply(body);
    if (status === 200) return sendJson(body, jsonHead(agent.source), request, response);
    if (response.writableEnded) return; // load shedding has responded
    if (body !== '') response.type('json');
    request.context.bytes = Buffer.byteLength(body);
    response.status(status).end(body);
  }

  private async load() {
    const [{ exchange }, { AgentCall }, { toolsOf }] = await Promise.all([
      import('./mcp-protocol.js'),
      import('./agent-call.js'),
      import('./tools.js'),
    ]);
    return { exchange, AgentCall, tools: toolsOf(this.services) };
  }
}

/** Throws if the body is no request. An error in a request is a JSON-RPC error with the id of the request. */
function refuseUnlessReply(body: string): void {
  const { id, error } = JSON.parse(body || '{}') as { id?: unknown; error?: { message: string } };
  if (id === null || id === undefined)
    throw invalidParameter('body', `must be a message of the protocol: ${error?.message ?? ''}`);
}

class McpResponse extends StreamedResponse {
  constructor(private readonly respond: (request: Request, response: Response) => Promise<void>) {
    super();
  }

  send(request: Request, response: Response): Promise<void> {
    return this.respond(request, response);
  }
}
