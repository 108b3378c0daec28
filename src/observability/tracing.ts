import { diag, DiagConsoleLogger, type Span } from '@opentelemetry/api';
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

const TOOL = 'gen_ai.tool.name';

/** Allowed attributes, without any path, address or header of a caller, or message of a driver. */
const ATTRIBUTES = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.scheme',
  'network.protocol.version',
  'error.type',
  TOOL,
  'express.type',
  'db.system.name',
  'db.namespace',
  'db.query.text',
  'server.port',
]);

/** Must run before http, express and mysql2 load. Returns a function that sends remaining spans. */
export function startTracing(config: TracingConfig): () => Promise<void> {
  const logLevel = getStringFromEnv('OTEL_LOG_LEVEL');
  if (logLevel !== undefined)
    diag.setLogger(new DiagConsoleLogger(), { logLevel: diagLogLevelFromString(logLevel) });
  const instrumentations = [
    new HttpInstrumentation({
      disableOutgoingRequestInstrumentation: true,
      applyCustomAttributesOnSpan: nameTool,
    }),
    new ExpressInstrumentation({
      ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER],
    }),
    new MySQL2Instrumentation({ maskStatement: true }),
  ];
  const provider = new NodeTracerProvider({
    resource: resource(),
    spanProcessors: [redaction, ...config.exporters.map((exporter) => exportProcessor(exporter, config))],
  });
  provider.register({ propagator: propagatorOf(config.propagators) });
  for (const instrumentation of instrumentations) instrumentation.setTracerProvider(provider);
  return () => provider.shutdown();
}

/** Names the tool that an agent called. The name is always one of `tool-names.ts`. */
function nameTool(span: Span, request: object): void {
  const { context } = request as { context?: { tool?: string } };
  if (context?.tool !== undefined) span.setAttribute(TOOL, context.tool);
}

function resource(): Resource {
  const names = getStringListFromEnv('OTEL_NODE_RESOURCE_DETECTORS') ?? ['env', 'process', 'host'];
  const found = Object.keys(DETECTORS).filter((name) => names.includes(name) || names.includes('all'));
  const detected = detectResources({ detectors: found.flatMap((name) => DETECTORS[name] ?? []) });
  const named = resourceFromAttributes({ 'service.name': 'customer-device-api' });
  return defaultResource().merge(named).merge(detected);
}

function exportProcessor(
  exporter: string,
  { protocol, tracesProtocol = protocol }: TracingConfig,
): SpanProcessor {
  if (exporter === 'console') return new SimpleSpanProcessor(new ConsoleSpanExporter());
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

/** Removes other attributes, events and error messages, before a later processor exports the span. */
const redaction: SpanProcessor = {
  onStart: () => undefined,
  onEnd: ({ attributes, events, status }) => {
    for (const name of Object.keys(attributes))
      if (!ATTRIBUTES.has(name)) Reflect.deleteProperty(attributes, name);
    events.length = 0;
    delete status.message;
  },
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};
