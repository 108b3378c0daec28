import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { jsonHead, sendJson } from '../../streaming/computed-response.js';
import { StreamedResponse, StreamSource } from '../../streaming/streamed-response.js';
import { ToolServices } from './tool-services.js';

/** Responds to agents. Loads the protocol with the first request, because many services have no agents. */
@Injectable()
export class McpService {
  constructor(
    private readonly services: ToolServices,
    private readonly source: StreamSource,
  ) {}

  respond(message: object): StreamedResponse {
    return new McpResponse(this.services, this.source, message);
  }
}

class McpResponse extends StreamedResponse {
  constructor(
    private readonly services: ToolServices,
    private readonly source: StreamSource,
    private readonly message: object,
  ) {
    super();
  }

  async send(request: Request, response: Response): Promise<void> {
    const [{ AgentCall }, { exchange }] = await Promise.all([
      import('./agent-call.js'),
      import('./mcp-protocol.js'),
    ]);
    const call = new AgentCall(this.services, this.source, request, response);
    const { status, body } = await exchange(request, this.message, call);
    if (call.failure !== undefined) throw call.failure;
    if (status === 200) return sendJson(body, jsonHead(this.source), request, response);
    if (response.writableEnded) return; // load shedding has responded
    response.status(status);
    if (body !== '') response.type('json');
    request.context.bytes = Buffer.byteLength(body);
    response.end(body);
  }
}
