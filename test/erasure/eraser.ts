import { DeviceEraser } from '../../src/modules/erasure/device-eraser.js';
import { ErasureService } from '../../src/modules/erasure/erasure.service.js';
import { AuditService } from '../../src/modules/audit/audit.service.js';
import { Transactions } from '../../src/database/transactions.js';
import { ImporterService } from '../../src/modules/importer/importer.service.js';
import type { TestApp } from '../kit/app/test-app.js';

export function eraserOf(app: TestApp): ErasureService {
  const { dataSource } = app;
  const transactions = app.get(Transactions);
  const audit = app.get(AuditService);
  const devices = new DeviceEraser(dataSource, transactions, new ImporterService(dataSource), audit);
  return new ErasureService(dataSource, transactions, devices, audit);
}

export const uninterrupted = new AbortController().signal;

export function interruptedAfter(batches: number): AbortSignal {
  let left = batches;
  return {
    get aborted() {
      return left-- <= 0;
    },
  } as AbortSignal;
}
