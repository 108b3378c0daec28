import type { INestApplication } from '@nestjs/common';
import type { Config } from './config/config.js';
import { DEMO_ENTERPRISE_ID } from './modules/demo/demo-data.js';
import { DemoAdministrator } from './modules/demo/demo-administrator.js';
import { DemoService } from './modules/demo/demo.service.js';

/**
 * What somebody who tries the service wants to know next. Only an embedded installation has it: elsewhere stdout is for the
 * log alone, and secrets are set rather than made.
 */
export async function welcome(app: INestApplication, config: Config): Promise<string> {
  if (config.database.engine !== 'sqlite') return '';
  const demoKey = await app.get(DemoService).keptKey();
  const signIn = await app.get(DemoAdministrator).kept();
  const lines = [
    '',
    'Customer Device API is running.',
    '',
    `  Base URL         ${config.publicUrl}`,
    `  Swagger UI       ${config.publicUrl}/docs`,
    `  Portal           ${config.publicUrl}/portal`,
  ];
  if (signIn) lines.push(`  Sign in with     ${signIn.email}   ${signIn.password}`);
  if (config.adminTokenFile !== undefined && config.adminToken !== undefined) {
    lines.push(`  Admin token      ${config.adminToken}   (kept in ${config.adminTokenFile})`);
  }
  if (demoKey !== undefined) lines.push(...tryIt(config.publicUrl, demoKey));
  return `${lines.join('\n')}\n\n`;
}

function tryIt(publicUrl: string, key: string): string[] {
  return [
    `  Demo enterprise  ${DEMO_ENTERPRISE_ID}`,
    `  Demo API key     ${key}`,
    '',
    'Try it:',
    '',
    `  curl -H 'Authorization: Bearer ${key}' -H 'x-enterprise-id: ${DEMO_ENTERPRISE_ID}' ${publicUrl}/api/v1/device/`,
  ];
}
