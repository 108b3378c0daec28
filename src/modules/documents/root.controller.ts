import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../auth/decorators.js';
import { CONFIG, type Config } from '../../config/config.js';

/** Where somebody comes who knows the address and nothing else. */
@ApiExcludeController()
@Public()
@Controller()
export class RootController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** A browser asks for HTML before anything else; a program that asks for nothing in particular gets JSON. */
  @Get()
  get(@Req() request: Request, @Res() response: Response): void {
    const { basePath, publicUrl } = this.config;
    response.vary('Accept');
    if (request.accepts(['json', 'html']) === 'html') {
      response.redirect(`${basePath}/portal`);
      return;
    }
    response.json({
      name: 'Customer Device API',
      documentation: `${publicUrl}/docs`,
      openapi: `${publicUrl}/docs/openapi.json`,
      portal: `${publicUrl}/portal`,
    });
  }
}
