import { type Agent, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { TracingConfig } from '#server/platform/config/tracing-config.ts'
import {
  parseTraceparent,
  requestSpans,
  type Span,
  type StartSpan,
  withTrace,
} from '#server/platform/kernel/trace.ts'
import { observeRequests } from './request-durations.ts'

type Sources = {
  config: TracingConfig
  log: Logger
  /** The route pattern of the page at a path. */
  pageRoute: (pathname: string) => string | undefined
}

const SEND_EVERY_MS = 1_000

/** One batch, with its repetitions. Spans wait in a queue of 2,048, and those beyond it are dropped. */
const EXPORT_WITHIN_MS = 3_000

/**
 * Records requests, statements, jobs and outgoing calls, and sends them to a collector. Imported only when configured: otherwise
 * neither this file nor OpenTelemetry is loaded. A collector that is away costs spans and one line of the log. ADR 0015.
 */
export function openTracing(app: FastifyInstance, { config, log, pageRoute }: Sources) {
  const { url, headers, serviceName, ratio } = config
  const agent: Agent = new (url.startsWith('https:') ? HttpsAgent : HttpAgent)({ keepAlive: true })
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: EXPORT_WITHIN_MS,
    httpAgentOptions: () => agent,
  })
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        'service.name': serviceName,
        'service.instance.id': `${hostname()}:${process.pid}`,
      }),
    ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: untraced(exporter, log), scheduledDelayMillis: SEND_EVERY_MS }),
    ],
  })
  const startSpan = spanStarter(provider.getTracer('vitrine'))
  const startObserving = observeRequests(app, {
    pageRoute,
    start(request) {
      const { method = '', headers } = request
      const span = startSpan(method, { kind: 'SERVER', parent: parseTraceparent(headers.traceparent) })
      requestSpans.set(request, span)
      if (!span.isSampled) return undefined
      return ({ route, status_code }) =>
        span.end({
          name: `${method} ${route}`,
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': Number(status_code),
          },
          isFailed: status_code.startsWith('5'),
        })
    },
  })

  return {
    startSpan,
    /** Call it after all routes are added. */
    startObserving,
    /** Sends what is left, within three seconds. */
    async close() {
      await Promise.race([provider.shutdown(), sleep(EXPORT_WITHIN_MS, undefined, { ref: false })]).catch(
        () => {},
      )
      agent.destroy()
    },
  }
}

/** The exporter outside of the traces that it sends, whose requests would be recorded too. Its failures are logged once. */
function untraced(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false
  return {
    export: (spans, done) =>
      withTrace(undefined, () =>
        exporter.export(spans, (result) => {
          if (result.error && !isFailing)
            log.warn({ err: result.error }, 'traces are lost: the collector does not take them')
          else if (!result.error && isFailing) log.info('traces are sent again')
          isFailing = result.error !== undefined
          done(result)
        }),
      ),
    shutdown: () => exporter.shutdown(),
  }
}

/** Spans of OpenTelemetry as the shop's own type, which the rest of it knows alone. */
function spanStarter(tracer: Tracer): StartSpan {
  const startIn =
    (context: typeof ROOT_CONTEXT): Span['startChild'] =>
    (name, { kind, attributes = {} }) =>
      spanOf(tracer.startSpan(name, { kind: SpanKind[kind], attributes }, context))

  const spanOf = (span: OtelSpan): Span => {
    const { traceId, spanId, traceFlags } = span.spanContext()
    return {
      traceId,
      id: spanId,
      isSampled: traceFlags === TraceFlags.SAMPLED,
      startChild: startIn(trace.setSpan(ROOT_CONTEXT, span)),
      end({ name, attributes, isFailed } = {}) {
        if (name !== undefined) span.updateName(name)
        if (attributes) span.setAttributes(attributes)
        if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  return (name, { parent, ...start }) => {
    if (!parent) return startIn(ROOT_CONTEXT)(name, start)
    const { traceId, spanId, isSampled } = parent
    const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE
    const context = trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
    return startIn(context)(name, start)
  }
}
