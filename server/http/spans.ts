import { FastifyOtelInstrumentation } from '@fastify/otel';
import { propagation, type SpanStatus, SpanStatusCode } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import { PROBES } from './logs.ts';
import packageFile from '../../package.json' with { type: 'json' };

/** How long to try to send spans, in ms. A process that ends waits for the last ones. */
const TIMEOUT_MS = 2000;

/**
 * Sends a span for each request but probes to an OpenTelemetry collector (OTLP over HTTP): method, route, status and
 * duration. Never the address itself, for it may hold a fiscal code. The trace is the caller's, else the one of the logs
 * and of the portal's messages.
 * @param collector the collector's address, without `/v1/traces`
 */
export async function exportSpans(app: FastifyInstance, collector: string): Promise<void> {
  const exporter = new OTLPTraceExporter({ url: `${collector}/v1/traces`, timeoutMillis: TIMEOUT_MS });
  /** The trace of the request whose span begins next, which the first span of a trace takes. */
  let trace = '';
  const ids = new RandomIdGenerator();
  const provider = new TracerProvider({
    idGenerator: { generateTraceId: () => trace, generateSpanId: () => ids.generateSpanId() },
    // A span inside of a request would only tell the name of a handler.
    sampler: new ParentBasedSampler({ root: new AlwaysOnSampler(), localParentSampled: new AlwaysOffSampler() }),
    resource: resourceFromAttributes({ 'service.name': 'food-voucher-portal', 'service.version': packageFile.version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const instrumentation = new FastifyOtelInstrumentation({
    instrumentHooks: false,
    instrumentHandler: false,
    recordExceptions: false,
    ignorePaths: ({ url }) => PROBES.includes(url),
    requestHook: (span, { method, routeOptions }) => {
      const route = routeOptions.url ?? 'not found';
      span.updateName(`${method} ${route}`).setAttribute('url.path', route);
      // A status with a message comes from any refusal, and the message may quote a row.
      const setStatus = span.setStatus.bind(span);
      Object.assign(span, {
        setStatus: (status: SpanStatus) => (status.message === undefined ? setStatus(status) : span),
      });
    },
  });
  instrumentation.setTracerProvider(provider);
  app.addHook('onRequest', ({ id, callerTrace = id }, _reply, done) => {
    trace = callerTrace.replaceAll('-', '');
    done();
  });
  app.addHook('onSend', (request, { statusCode }, _payload, done) => {
    if (statusCode >= 500) request.opentelemetry().span?.setStatus({ code: SpanStatusCode.ERROR });
    done();
  });
  await app.register(instrumentation.plugin());
  app.addHook('onClose', () =>
    provider.shutdown().catch((err: unknown) => app.log.warn({ err }, 'the collector did not get the last spans')),
  );
}
