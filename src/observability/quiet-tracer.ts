import type { Attributes, Span, Tracer, TracerProvider } from '@opentelemetry/api';

/** What a span may say: names that the code knows. No path, address or header of a caller, no message of a driver. */
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

/** Tracers whose spans redact whatever a caller sent or a database holds. */
export const quietTracers = (provider: TracerProvider): TracerProvider => ({
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
