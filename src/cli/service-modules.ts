import { MetricsModule } from '../metrics/metrics.module.js';
import { DemoModule } from '../modules/demo/demo.module.js';
import { ErasureModule } from '../modules/erasure/erasure.module.js';
import { RetentionModule } from '../modules/retention/retention.module.js';

/** What hashes and seals under the pepper; with the modules that these stand on. */
export const SERVICE_MODULES = [MetricsModule, DemoModule, ErasureModule, RetentionModule] as const;
