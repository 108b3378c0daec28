import { readSettings, Setting, type Environment } from './setting.decorator.js';
import { listOf, oneOf } from './setting-values.js';

const SWITCHES = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_TRACES_EXPORTER',
];
const EXPORTERS = ['otlp', 'console'] as const;
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const PROPAGATORS = ['tracecontext', 'baggage', 'none'] as const;

type Protocol = (typeof PROTOCOLS)[number];

/** Standard variables that select parts of OpenTelemetry, which reads all others itself. */
export class TracingConfig {
  readonly serviceName: string | undefined;

  @Setting('OTEL_TRACES_EXPORTER', listOf('otlp, console, both or none', EXPORTERS))
  readonly exporters: readonly (typeof EXPORTERS)[number][] = ['otlp'];

  @Setting('OTEL_EXPORTER_OTLP_PROTOCOL', oneOf(PROTOCOLS.join(' or '), PROTOCOLS))
  readonly protocol: Protocol = 'http/protobuf';

  /** Takes precedence over `protocol`. */
  @Setting('OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', oneOf(PROTOCOLS.join(' or '), PROTOCOLS))
  readonly tracesProtocol: Protocol | undefined;

  @Setting('OTEL_PROPAGATORS', listOf('tracecontext, baggage, both or none', PROPAGATORS))
  readonly propagators: readonly (typeof PROPAGATORS)[number][] = ['tracecontext', 'baggage'];
}

export function readTracing(env: Environment): { tracing?: TracingConfig; problems: readonly string[] } {
  if (!wantsTraces(env)) return { problems: [] };
  const { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: ofTraces, OTEL_EXPORTER_OTLP_PROTOCOL: ofAll } = env;
  const [settings, problems] = readSettings(TracingConfig, {
    ...env,
    OTEL_EXPORTER_OTLP_PROTOCOL: ofTraces ? undefined : ofAll,
  });
  const { protocol, tracesProtocol = protocol } = settings;
  const serviceName = isNamed(env) ? undefined : 'customer-device-api';
  return { tracing: { ...settings, serviceName, protocol: tracesProtocol }, problems };
}

function wantsTraces(env: Environment): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false;
  return SWITCHES.some((name) => Boolean(env[name]));
}

function isNamed(env: Environment): boolean {
  return Boolean(env.OTEL_SERVICE_NAME) || env.OTEL_RESOURCE_ATTRIBUTES?.includes('service.name=') === true;
}
