import {
  diag,
  DiagConsoleLogger,
  type Attributes,
  type Span,
  type Tracer,
  type TracerProvider,
} from '@opentelemetry/api';
import {
  CompositePropagator,
  diagLogLevelFromString,
  getStringFromEnv,
  getStringListFromEnv,
  W3CBaggagePropagator,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { MySQL2Instrumentation } from '@opentelemetry/instrumentation-mysql2';
import {
  defaultResource,
  detectResources,
  envDetector,
  hostDetector,
  osDetector,
  processDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  type Resource,
  type ResourceDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import type { TracingConfig } from '../config/config.js';

const DETECTORS: Readonly<Record<string, ResourceDetector>> = {
  env: envDetector,
  host: hostDetector,
  os: osDetector,
  process: processDetector,
  serviceinstance: serviceInstanceIdDetector,
};

/** Allowed attributes. They contain no path, address or header of a caller, and no message of a driver. */
const ATTRIBUTES = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.scheme',
  'network.protocol.version',
  'error.type',
  'express.type',
  'db.system.name',
  'db.namespace',
  'db.query.text',
  'server.port',
]);

/** Must run before http, express and mysql2 are loaded. Returns a function that sends the remaining spans. */
export function startTracing(config: TracingConfig): () => Promise<void> {
  const logLevel = getStringFromEnv('OTEL_LOG_LEVEL');
  if (logLevel !== undefined)
    diag.setLogger(new DiagConsoleLogger(), { logLevel: diagLogLevelFromString(logLevel) });
  const instrumentations = [
    new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }),
    new ExpressInstrumentation({
      ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER],
    }),
    new MySQL2Instrumentation({ maskStatement: true }),
  ];
  const provider = new NodeTracerProvider({
    resource: resource(),
    spanProcessors: config.exporters.map((exporter) =>
      exporter === 'console' ? new SimpleSpanProcessor(new ConsoleSpanExporter()) : batchProcessor(config),
    ),
  });
  provider.register({ propagator: propagatorOf(config.propagators) });
  const quiet = quietTracers(provider);
  for (const instrumentation of instrumentations) instrumentation.setTracerProvider(quiet);
  return () => provider.shutdown();
}

function resource(): Resource {
  const names = getStringListFromEnv('OTEL_NODE_RESOURCE_DETECTORS') ?? ['env', 'process', 'host'];
  const found = Object.keys(DETECTORS).filter((name) => names.includes(name) || names.includes('all'));
  const detected = detectResources({ detectors: found.flatMap((name) => DETECTORS[name] ?? []) });
  const named = resourceFromAttributes({ 'service.name': 'customer-device-api' });
  return defaultResource().merge(named).merge(detected);
}

function batchProcessor({ protocol, tracesProtocol = protocol }: TracingConfig): SpanProcessor {
  return new BatchSpanProcessor(tracesProtocol === 'http/json' ? new JsonExporter() : new ProtobufExporter());
}

function propagatorOf(names: readonly string[]): CompositePropagator | null {
  if (names.includes('none')) return null;
  const propagators = [
    ...(names.includes('tracecontext') ? [new W3CTraceContextPropagator()] : []),
    ...(names.includes('baggage') ? [new W3CBaggagePropagator()] : []),
  ];
  return new CompositePropagator({ propagators });
}

/** Drops all other attributes, all events and all exceptions. */
const quietTracers = (provider: TracerProvider): TracerProvider => ({
  getTracer: (...named) => {
    const tracer = provider.getTracer(...named);
    const startSpan: Tracer['startSpan'] = (name, options, context) =>
      quiet(tracer.startSpan(name, { ...options, attributes: allowed(options?.attributes) }, context));
    return Object.assign(Object.create(tracer) as Tracer, { startSpan });
  },
});

function quiet(span: Span): Span {
  const set = span.setAttribute.bind(span);
  const setStatus = span.setStatus.bind(span);
  const setAttribute: Span['setAttribute'] = (name, value) =>
    ATTRIBUTES.has(name) ? set(name, value) : span;
  return Object.assign(span, {
    setAttribute,
    setAttributes: (attributes: Attributes) => {
      for (const [name, value] of Object.entries(attributes))
        if (value !== undefined) setAttribute(name, value);
      return span;
    },
    setStatus: ({ code }: Parameters<Span['setStatus']>[0]) => setStatus({ code }),
    addEvent: () => span,
    recordException: () => undefined,
  });
}

function allowed(attributes: Attributes = {}): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => ATTRIBUTES.has(name)));
}
