import { MetricsModule } from '../metrics/metrics.module.js';
import { DemoModule } from '../modules/demo/demo.module.js';
import { ErasureModule } from '../modules/erasure/erasure.module.js';
import { RetentionModule } from '../modules/retention/retention.module.js';

/** The modules of commands that need the pepper. */
export const SERVICE_MODULES = [MetricsModule, DemoModule, ErasureModule, RetentionModule] as const;
