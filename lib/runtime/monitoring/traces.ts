import type { Attributes, Span } from '@opentelemetry/api';
import { env } from '#lib/platform/env.ts';

/**
 * Traces of requests, pages that a renderer makes, and jobs, sent by OpenTelemetry (OTLP over HTTP) where a collector is set
 * (docs/decisions/0056-traces.md). Nothing of it is loaded otherwise.
 */

type Kind = 'server' | 'internal' | 'consumer';

/** A span that has begun. */
interface Begun {
  /** Names it to what it asks for (W3C Trace Context); undefined where nothing is traced. */
  traceparent: string | undefined;
  end(attributes: Attributes, isFault?: boolean, name?: string): void;
}

interface Tracing {
  begin(name: string, kind: Kind, parent: string | undefined): Begun;
  stop(): Promise<void>;
}

const untraced: Begun = { traceparent: undefined, end: () => undefined };
let tracing: Tracing | undefined;

/** A collector that does not answer holds up no stop for longer. */
const stopsWithinMs = 2_000;

/** Begins to trace this process, where OTEL_EXPORTER_OTLP_ENDPOINT is set. */
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
  const nameOf = (span: Span): string => {
    const { traceId, spanId, traceFlags } = span.spanContext();
    return `00-${traceId}-${spanId}-0${traceFlags}`;
  };
  tracing = {
    begin(name, kind, parent) {
      const remote = parent === undefined ? null : parseTraceParent(parent);
      const context = remote === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
      const span = tracer.startSpan(name, { kind: kinds[kind] }, context);
      return {
        traceparent: nameOf(span),
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

/** Begins a span. @param parent the traceparent of what has asked for it */
export const beginSpan = (name: string, kind: Kind, parent?: string): Begun => tracing?.begin(name, kind, parent) ?? untraced;

/** Sends what is left. */
export async function stopTraces(): Promise<void> {
  const sent = tracing?.stop().catch(() => undefined);
  tracing = undefined;
  if (sent) await Promise.race([sent, new Promise((done) => setTimeout(done, stopsWithinMs).unref())]);
}
