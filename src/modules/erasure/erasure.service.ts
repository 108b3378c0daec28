import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { engineOf } from '../../database/engine/engine.js';
import { AuditEvent } from '../audit/audit.entity.js';
import { SERVICE_AUDIT } from '../audit/audit.service.js';
import { Device } from '../devices/device.entity.js';
import { Enterprise } from '../enterprises/enterprise.entity.js';
import { DeviceEraser } from './device-eraser.js';
import { EnterpriseEraser } from './enterprise-eraser.js';
import { type Erasure, removedBy, type Removed } from './erasure.entity.js';

/** A device, or a whole enterprise. */
export interface Target {
  readonly enterpriseId: string;
  readonly deviceId?: string;
  /** Of the erasure to repeat. */
  readonly id?: string;
}

/** A finished erasure, as in the audit log. */
export interface Erased extends Target {
  readonly id: string;
  readonly at: number;
  readonly removed: Removed;
}

/** Erases devices and enterprises (docs/contract.md, 2.14). */
@Injectable()
export class ErasureService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly devices: DeviceEraser,
    private readonly enterprises: EnterpriseEraser,
  ) {}

  /** Returns why there is nothing to erase, for an operator. */
  async missing({ enterpriseId, deviceId }: Target): Promise<string | undefined> {
    if (deviceId === undefined)
      return (await this.enterprises.exists(enterpriseId)) ? undefined : noEnterprise(enterpriseId);
    if (!(await this.dataSource.manager.existsBy(Enterprise, { id: enterpriseId })))
      return noEnterprise(enterpriseId);
    const device = await this.find(enterpriseId, deviceId);
    return device ? undefined : `There is no device ${deviceId} in the enterprise ${enterpriseId}`;
  }

  /** Returns the erasures that it finishes; undefined if it was interrupted. */
  async erase({ enterpriseId, deviceId, id }: Target, signal: AbortSignal): Promise<Erased[] | undefined> {
    const toErased = (erasure: Erasure): Erased => ({
      id: erasure.id,
      at: Date.now(),
      enterpriseId,
      ...(deviceId !== undefined && { deviceId }),
      removed: removedBy(erasure),
    });
    const erasures =
      deviceId === undefined
        ? await this.enterprises.erase(enterpriseId, id, signal)
        : await this.eraseDevice(enterpriseId, deviceId, id, signal);
    await engineOf(this.dataSource).emptyLog(this.dataSource);
    return erasures?.map(toErased);
  }

  private async eraseDevice(
    enterpriseId: string,
    deviceId: string,
    id: string | undefined,
    signal: AbortSignal,
  ): Promise<Erasure[] | undefined> {
    const found = await this.find(enterpriseId, deviceId);
    if (!found) return [];
    const erasure = await this.devices.erase(found.enterprise, found.device, id, signal);
    return erasure && [erasure];
  }

  /** Lists the erasures in the audit logs, the oldest first. */
  async list(): Promise<Erased[]> {
    const { manager } = this.dataSource;
    const ofService = { enterpriseKey: SERVICE_AUDIT, action: 'enterprise.erased' };
    const erased = (await manager.findBy(AuditEvent, ofService)).map((event) => erasedBy(event));
    for (const { key, id } of await manager.find(Enterprise)) {
      const events = await manager.findBy(AuditEvent, { enterpriseKey: key, action: 'device.erased' });
      erased.push(...events.map((event) => erasedBy(event, id)));
    }
    return erased.sort((one, other) => one.at - other.at);
  }

  private async find(
    enterpriseId: string,
    deviceId: string,
  ): Promise<{ enterprise: Enterprise; device: Device } | undefined> {
    const { manager } = this.dataSource;
    const enterprise = await manager.findOneBy(Enterprise, { id: enterpriseId });
    if (!enterprise) return undefined;
    const device = await manager.findOneBy(Device, { enterpriseKey: enterprise.key, id: deviceId });
    return device ? { enterprise, device } : undefined;
  }
}

const noEnterprise = (id: string): string => `There is no enterprise ${id}`;

function erasedBy({ requestId, at, details }: AuditEvent, enterpriseId = ''): Erased {
  const { enterprise_id, device_id, ...removed } = JSON.parse(details) as Record<string, unknown>;
  return {
    id: requestId,
    at,
    enterpriseId: typeof enterprise_id === 'string' ? enterprise_id : enterpriseId,
    ...(typeof device_id === 'string' && { deviceId: device_id }),
    removed: removed as Removed,
  };
}
