import type { Attributes, Span } from '@opentelemetry/api';
import { env } from '#lib/platform/env.ts';

/**
 * Traces of requests, rendered pages and jobs, sent by OpenTelemetry (OTLP over HTTP) if a collector is set. Otherwise no OpenTelemetry
 * code is loaded.
 */

type SpanType = 'server' | 'internal' | 'consumer';

interface StartedSpan {
  /** Value of the traceparent header for outgoing requests (W3C Trace Context); undefined if tracing is off. */
  traceparent: string | undefined;
  end(attributes: Attributes, isFault?: boolean, name?: string): void;
}

interface Tracing {
  begin(name: string, kind: SpanType, parent: string | undefined): StartedSpan;
  stop(): Promise<void>;
}

const noSpan: StartedSpan = { traceparent: undefined, end: () => undefined };
let tracing: Tracing | undefined;

/** Upper bound on waiting for the collector at shutdown. */
const stopTimeoutMs = 2_000;

/** Starts tracing in this process if OTEL_EXPORTER_OTLP_ENDPOINT is set. */
export async function startTraces(process: 'server' | 'worker'): Promise<void> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: service } = env();
  if (endpoint === undefined) return;
  const [{ ROOT_CONTEXT, SpanKind, SpanStatusCode, trace }, { parseTraceParent }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'service.instance.id': process }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('peergraph');
  const kinds = { server: SpanKind.SERVER, internal: SpanKind.INTERNAL, consumer: SpanKind.CONSUMER };
  const traceparentOf = (span: Span): string => {
    const { traceId, spanId, traceFlags } = span.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags}`;
  };
  tracing = {
    begin(name, kind, parent) {
      const remote = parent === undefined ? null : parseTraceParent(parent);
      const context = remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
      const span = tracer.startSpan(name, { kind: kinds[kind] }, context);
      return {
        traceparent: traceparentOf(span),
        end(attributes, isFault = false, laterName = name) {
          span.updateName(laterName).setAttributes(attributes);
          if (isFault) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    stop: () => provider.shutdown(),
  };
}

/**
 * Starts a span.
 * @param parent traceparent of the caller
 */
export const beginSpan = (name: string, kind: SpanType, parent?: string): StartedSpan => tracing?.begin(name, kind, parent) ?? noSpan;

/** Sends the remaining spans and stops tracing. */
export async function stopTraces(): Promise<void> {
  const stopped = tracing?.stop().catch(() => undefined);
  tracing = undefined;
  if (stopped) await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, stopTimeoutMs).unref())]);
}
