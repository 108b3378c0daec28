import type { Environment } from './load-config.js';

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];

/** Whether the standard variables of OpenTelemetry ask for traces; where to and how, OpenTelemetry reads from them itself. */
export function wantsTraces(env: Environment): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false;
  return [...ENDPOINTS, 'OTEL_TRACES_EXPORTER'].some((name) => Boolean(env[name]));
}

/** The name under which traces show the service, unless the standard variables give another. */
export function tracedServiceName(env: Environment): string | undefined {
  const isNamed =
    Boolean(env.OTEL_SERVICE_NAME) || env.OTEL_RESOURCE_ATTRIBUTES?.includes('service.name=') === true;
  return isNamed ? undefined : 'customer-device-api';
}
