import { FastifyOtelInstrumentation } from '@fastify/otel';
import { propagation, type SpanStatus } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import { readTrace, traceparentOf } from '#server/trace.ts';
import packageFile from '../../package.json' with { type: 'json' };

/** How long to try to send spans, in ms. A process that ends waits for the last ones. */
const TIMEOUT_MS = 2000;

/**
 * Sends a span for each request to an OpenTelemetry collector (OTLP over HTTP): method, route, status and duration.
 * Never the address itself, for it may hold a fiscal code. The trace is the one of the logs and of the portal's
 * messages.
 * @param collector the collector's address, without `/v1/traces`
 */
export async function exportSpans(app: FastifyInstance, collector: string): Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${collector}/v1/traces`, timeoutMillis: TIMEOUT_MS });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'food-voucher-portal', 'service.version': packageFile.version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    requestHook: (span, { method, routeOptions }) => {
      const route = routeOptions.url ?? 'not found';
      span.updateName(`${method} ${route}`).setAttribute('url.path', route);
      // The message of an error may quote a row; the log has what may be told of it.
      const setStatus = span.setStatus.bind(span);
      Object.assign(span, { setStatus: ({ code }: SpanStatus) => setStatus({ code }) });
    },
  });
  instrumentation.setTracerProvider(provider);
  app.addHook('onRequest', ({ headers, id }, _reply, done) => {
    if (readTrace(headers.traceparent) === undefined) headers.traceparent = traceparentOf(id);
    done();
  });
  await app.register(instrumentation.plugin());
  app.addHook('onClose', () =>
    provider.shutdown().catch((err: unknown) => app.log.warn({ err }, 'the collector did not get the last spans')),
  );
}
