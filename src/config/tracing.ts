import type { Read } from './load-single-sign-on.js';

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
const EXPORTERS = ['otlp', 'console'] as const;
const PROTOCOLS = ['http/protobuf', 'http/json'] as const;
const PROPAGATORS = ['tracecontext', 'baggage', 'none'] as const;

type Variables = Readonly<Record<string, string | undefined>>;

/** The standard variables that choose between parts of OpenTelemetry. OpenTelemetry reads all other variables itself. */
export interface TracingConfig {
  /** The name under which traces show the service, unless the standard variables contain another name. */
  readonly serviceName: string | undefined;
  readonly exporters: readonly (typeof EXPORTERS)[number][];
  readonly protocol: (typeof PROTOCOLS)[number];
  readonly propagators: readonly (typeof PROPAGATORS)[number][];
}

/** Returns nothing if the standard variables of OpenTelemetry do not switch traces on. */
export function readTracing(env: Variables, read: Read): TracingConfig | undefined {
  if (!wantsTraces(env)) return undefined;
  const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  return {
    serviceName: isNamed(env) ? undefined : 'customer-device-api',
    exporters: read('OTEL_TRACES_EXPORTER', ['otlp'], 'otlp, console, both or none', listOf(EXPORTERS)),
    protocol: read(protocol, 'http/protobuf', PROTOCOLS.join(' or '), (text) =>
      PROTOCOLS.find((name) => name === text),
    ),
    propagators: read(
      'OTEL_PROPAGATORS',
      ['tracecontext', 'baggage'],
      'tracecontext, baggage, both or none',
      listOf(PROPAGATORS),
    ),
  };
}

function wantsTraces(env: Variables): boolean {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return false;
  return [...ENDPOINTS, 'OTEL_TRACES_EXPORTER'].some((name) => Boolean(env[name]));
}

function isNamed(env: Variables): boolean {
  return Boolean(env.OTEL_SERVICE_NAME) || env.OTEL_RESOURCE_ATTRIBUTES?.includes('service.name=') === true;
}

/** Returns a parser of a list that is separated by commas and contains only these names. */
function listOf<Name extends string>(names: readonly Name[]): (text: string) => readonly Name[] | undefined {
  return (text) => {
    const listed = text.split(',').map((item) => names.find((name) => name === item.trim()));
    return listed.every((name) => name !== undefined) ? listed : undefined;
  };
}
