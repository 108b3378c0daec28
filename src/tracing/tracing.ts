import { trace } from '@opentelemetry/api';
import { ExpressInstrumentation, ExpressLayerType } from '@opentelemetry/instrumentation-express';
import { HttpInstrumentation } from '@opentelemetry/instrumentation-http';
import { MySQL2Instrumentation } from '@opentelemetry/instrumentation-mysql2';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { quietTracers } from './quiet-tracer.js';

/**
 * Starts to trace requests, routes and queries. To be called before http, express and mysql2 are loaded; brings the function that
 * sends what is left when the process ends.
 */
export function startTracing(serviceName: string | undefined): () => Promise<void> {
  const instrumentations = [
    new HttpInstrumentation({ disableOutgoingRequestInstrumentation: true }),
    new ExpressInstrumentation({
      ignoreLayersType: [ExpressLayerType.MIDDLEWARE, ExpressLayerType.ROUTER],
    }),
    new MySQL2Instrumentation({ maskStatement: true }),
  ];
  const sdk = new NodeSDK({
    ...(serviceName !== undefined && { serviceName }),
    instrumentations,
    metricReaders: [], // Prometheus asks for them
    logRecordProcessors: [],
  });
  sdk.start();
  const provider = quietTracers(trace.getTracerProvider());
  for (const instrumentation of instrumentations) instrumentation.setTracerProvider(provider);
  return () => sdk.shutdown();
}
