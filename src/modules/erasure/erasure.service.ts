import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, type EntityMetadata } from 'typeorm';
import { CHANGE_KIND_NAMES } from '../../database/change-log.js';
import { BATCH_ROWS, deleteBatch, runInBatches } from '../../database/delete-in-batches.js';
import { engineOf } from '../../database/engine/engine.js';
import { RECORD_TABLES } from '../../database/record-tables.js';
import { Transactions } from '../../database/transactions.js';
import { KEY_TABLES } from '../api-keys/api-key.entities.js';
import { AuditEvent, AuditHead } from '../audit/audit.entity.js';
import { AuditService, SERVICE_AUDIT } from '../audit/audit.service.js';
import { Device } from '../devices/device.entity.js';
import { Enterprise } from '../enterprises/enterprise.entity.js';
import { Administrator, KeyManager, PortalSession } from '../sign-in/administrator.entity.js';
import { DeviceEraser } from './device-eraser.js';
import { addRemoved, Erasure, requireErasure, WHOLE_ENTERPRISE, type Removed } from './erasure.entity.js';

export interface Target {
  readonly enterpriseId: string;
  readonly deviceId?: string;
  readonly id?: string;
}

interface Erased extends Target {
  readonly id: string;
  readonly at: number;
  readonly removed: Removed;
}

interface BadLine {
  readonly line: number;
  readonly reason: string;
}

/** Names of tables in the audit event, which does not count the rows of other tables. */
const COUNTED = new Map(CHANGE_KIND_NAMES.map((kind): [string, string] => [RECORD_TABLES[kind].table, kind]));

/** Members of a line of the list of erasures. */
const MEMBERS = ['id', 'erased_at', 'enterprise_id', 'device_id', 'removed'];
const ID = /^[\w.-]{1,64}$/;

/**
 * Erases devices and enterprises (docs/contract.md, 2.14; decision 0031). For an enterprise, first deletes the
 * credentials and the enterprise itself, so that no data can be read or added. The other tables follow in batches.
 */
@Injectable()
export class ErasureService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly devices: DeviceEraser,
    private readonly audit: AuditService,
  ) {}

  /** Returns a message if there is nothing to erase. An interrupted erasure can be continued. */
  async missing({ enterpriseId, deviceId }: Target): Promise<string | undefined> {
    const { manager } = this.dataSource;
    const enterprise = await manager.findOneBy(Enterprise, { id: enterpriseId });
    if (deviceId !== undefined && enterprise) {
      if (await manager.existsBy(Device, { enterpriseKey: enterprise.key, id: deviceId })) return undefined;
      return `There is no device ${deviceId} in the enterprise ${enterpriseId}`;
    }
    const begun = { enterpriseId, deviceKey: WHOLE_ENTERPRISE };
    const exists = enterprise ?? (deviceId === undefined && (await manager.existsBy(Erasure, begun)));
    return exists ? undefined : `There is no enterprise ${enterpriseId}`;
  }

  /** Returns an empty array if there is nothing to erase, and undefined after an interruption. */
  async erase(
    { enterpriseId, deviceId, id: newId = randomUUID() }: Target,
    signal: AbortSignal,
  ): Promise<Erased[] | undefined> {
    const erasures =
      deviceId === undefined
        ? await this.eraseEnterprise(enterpriseId, newId, signal)
        : await this.devices.erase(enterpriseId, deviceId, newId, signal);
    await engineOf(this.dataSource).emptyLog(this.dataSource);
    return erasures?.map(({ id, removed }) => ({ id, at: Date.now(), enterpriseId, deviceId, removed }));
  }

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

  private async eraseEnterprise(
    enterpriseId: string,
    erasureId: string,
    signal: AbortSignal,
  ): Promise<Erasure[] | undefined> {
    await this.transactions.run((manager) => beginErasure(manager, enterpriseId, erasureId), Infinity);
    const tables = this.dataSource.entityMetadatas.filter(
      (entity) => entity.target !== Erasure && entity.findColumnWithPropertyName('enterpriseKey'),
    );
    const begun = { enterpriseId, deviceKey: WHOLE_ENTERPRISE };
    const erased: Erasure[] = [];
    for (const erasure of await this.dataSource.manager.findBy(Erasure, begun)) {
      for (const table of tables) {
        const batch = () => this.transactions.run((manager) => deleteSome(manager, erasure, table), Infinity);
        if (!(await runInBatches(batch, signal))) return undefined;
      }
      erased.push(await this.finish(erasure));
    }
    return erased;
  }

  /** Writes to the audit log of the service, because that of the enterprise is deleted. */
  private finish(erasure: Erasure): Promise<Erasure> {
    const { enterpriseKey, id } = erasure;
    const caller = { enterpriseKey: SERVICE_AUDIT, actor: 'command-line', address: '', requestId: id };
    return this.audit.recorded(
      caller,
      async (manager) => {
        const erased = await requireErasure(manager, erasure);
        await manager.delete(Erasure, { enterpriseKey });
        const details = { enterprise_id: erased.enterpriseId, ...erased.removed };
        return { result: erased, entry: { action: 'enterprise.erased', details } };
      },
      Infinity,
    );
  }
}

/** Takes its locks in the same order as changes with an audit event. */
async function beginErasure(manager: EntityManager, enterpriseId: string, id: string): Promise<void> {
  const enterprise = await manager.findOneBy(Enterprise, { id: enterpriseId });
  if (!enterprise) return;
  const { key: enterpriseKey } = enterprise;
  await manager.delete(AuditHead, { enterpriseKey });
  const { affected } = await manager.delete(Enterprise, { key: enterpriseKey });
  if (affected === 0) return;
  let keys = 0;
  for (const table of KEY_TABLES) keys += (await manager.delete(table, { enterpriseKey })).affected ?? 0;
  const administrators = await manager.delete(Administrator, { enterpriseKey });
  const keyManagers = await manager.delete(KeyManager, { enterpriseKey });
  await manager.delete(PortalSession, { enterpriseKey });
  const people = (administrators.affected ?? 0) + (keyManagers.affected ?? 0);
  const removed = { api_keys: keys, administrators: people };
  await manager.insert(Erasure, { enterpriseKey, deviceKey: WHOLE_ENTERPRISE, id, enterpriseId, removed });
}

async function deleteSome(
  manager: EntityManager,
  erasure: Erasure,
  { tableName, primaryColumns }: EntityMetadata,
): Promise<boolean> {
  const primaryKey = primaryColumns.map(({ databaseName }) => databaseName);
  const condition = ['enterprise_key = ?', erasure.enterpriseKey] as const;
  const removed = await deleteBatch(manager, tableName, primaryKey, condition);
  const kind = COUNTED.get(tableName);
  if (kind && removed > 0) await addRemoved(manager, erasure, { [kind]: removed });
  return removed < BATCH_ROWS;
}

type Details = Readonly<{ enterprise_id?: string; device_id?: string }>;

/** The event of a device does not contain its enterprise. */
function erasedBy({ requestId, at, details }: AuditEvent, enterpriseId = ''): Erased {
  const { enterprise_id = enterpriseId, device_id, ...removed } = JSON.parse(details) as Details;
  return { id: requestId, at, enterpriseId: enterprise_id, deviceId: device_id, removed };
}

export function lineOf({ id, at, enterpriseId, deviceId, removed }: Erased): string {
  const erased_at = new Date(at).toISOString();
  return JSON.stringify({ id, erased_at, enterprise_id: enterpriseId, device_id: deviceId, removed });
}

export function parseList(text: string): { targets: Target[]; bad: BadLine[] } {
  const [targets, bad]: [Target[], BadLine[]] = [[], []];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const target = parseLine(line);
    if (typeof target === 'string') bad.push({ line: at + 1, reason: target });
    else targets.push(target);
  }
  return { targets, bad };
}

/** Rejects unknown members, because a misspelled `device_id` would erase the whole enterprise. */
function parseLine(line: string): Target | string {
  let value: unknown;
  try {
    value = JSON.parse(line.trim()); // trim also removes a byte order mark
  } catch {
    return 'not JSON';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not an object';
  const unknown = Object.keys(value).find((name) => !MEMBERS.includes(name));
  if (unknown !== undefined) return `${unknown}: unknown member`;
  const { id, enterprise_id: enterpriseId, device_id: deviceId } = value as Record<string, unknown>;
  if (!isName(enterpriseId)) return 'enterprise_id: must be a string';
  if (deviceId !== undefined && !isName(deviceId)) return 'device_id: must be a string or absent';
  if (id !== undefined && !(typeof id === 'string' && ID.test(id)))
    return 'id: must be the id of an erasure, or absent';
  return { enterpriseId, ...(isName(deviceId) && { deviceId }), ...(typeof id === 'string' && { id }) };
}

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';
