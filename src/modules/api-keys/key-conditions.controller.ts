import { Controller, Get, Inject, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { AdminRoutes } from '../../auth/admin-routes.decorator.js';
import { CONFIG, type Config } from '../../config/config.js';
import { Describes, ViewsOne } from '../../openapi/decorators.js';
import { clientAddress, isAddressUnclear } from '../../http/client-address.js';
import { KeyConditionsDto } from './key-conditions.dto.js';

/** What whoever makes a key has to know of this installation, and of the way to it. */
@ApiTags('API keys')
@AdminRoutes()
@Controller('internal/v1/key-conditions')
export class KeyConditionsController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @Describes({
    id: 'getKeyConditions',
    summary: 'What keys may carry here',
    description: 'How long a key may last, and from which address this request comes.',
  })
  @ViewsOne(KeyConditionsDto, 'The conditions.')
  get(@Req() request: Request): KeyConditionsDto {
    return {
      max_key_days: this.config.maxKeyDays ?? null,
      address: clientAddress(request),
      address_unclear: isAddressUnclear(request),
    };
  }
}
