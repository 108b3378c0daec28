import { Body, Controller, Headers, Inject, Post } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { AnyKey, CurrentEnterprise } from '../../auth/access.js';
import { CONFIG, type Config } from '../../config/config.js';
import { ApiError } from '../../http/api-error.js';
import type { CallerEnterprise } from '../../http/request-context.js';
import type { StreamedResponse } from '../../streaming/streamed-response.js';
import type { Message } from './agent-call.js';
import { McpService } from './mcp.service.js';
import { MCP_PATH } from './tool-names.js';

/** Serves the Model Context Protocol (docs/contract.md, 2.17). */
@ApiExcludeController()
@Controller(MCP_PATH)
export class McpController {
  private readonly origin: string;

  constructor(
    private readonly mcp: McpService,
    @Inject(CONFIG) { publicUrl }: Config,
  ) {
    this.origin = new URL(publicUrl).origin;
  }

  /** The pipe refuses batches, because they are not objects. */
  @Post()
  @AnyKey({ mcp: true })
  respond(
    @CurrentEnterprise() enterprise: CallerEnterprise,
    @Body() message: Message,
    @Headers('origin') origin: string | undefined,
  ): StreamedResponse {
    // a page of another site could send requests from a browser in the network of a key
    if (origin !== undefined && origin !== this.origin)
      throw new ApiError('cross_site_request', 'The `Origin` header must be absent or that of `PUBLIC_URL`.');
    return this.mcp.respond(enterprise, message);
  }
}
