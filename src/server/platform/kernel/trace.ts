import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/**
 * A request that is being answered, or one run of a job. Log lines contain its ids, and outgoing calls send its `traceparent`
 * (`outgoing-calls.ts`). ADR 0015.
 */
export type Trace = {
  /** 32 hex digits: those of the request's `traceparent`, or new ones. */
  id: string
  /** Whether those who called, or this process, record it. */
  isSampled: boolean
  /** Undefined in background work. */
  requestId?: string
  /** Recorded for the collector; undefined without OTEL_EXPORTER_OTLP_ENDPOINT. */
  span?: Span | undefined
}

/** A recorded operation, as `open-tracing.ts` sends it. Names and attributes hold nothing of a visitor. */
export type Span = {
  traceId: string
  id: string
  isSampled: boolean
  startChild(name: string, start: Omit<SpanStart, 'parent'>): Span
  end(end?: { name?: string; attributes?: Attributes; isFailed?: boolean }): void
}

export type Attributes = Record<string, string | number>
export type SpanStart = {
  kind: 'SERVER' | 'CLIENT' | 'CONSUMER'
  attributes?: Attributes
  parent?: TraceParent | undefined
}
export type StartSpan = (name: string, start: SpanStart) => Span

const traces = new AsyncLocalStorage<Trace | undefined>()

/** Runs `work`, and everything that it starts, as part of this trace; of none with undefined. */
export const withTrace = <Result>(trace: Trace | undefined, work: () => Result): Result =>
  traces.run(trace, work)

/** Undefined outside of requests and jobs. */
export const currentTrace = (): Trace | undefined => traces.getStore()

/** Spans of requests, by Node's request: a cached page is sent before the request has a trace. */
export const requestSpans = new WeakMap<object, Span>()

/** Of a span, or one that is not recorded here. A UUID without its hyphens is a valid id. */
export const traceOf = (span: Span | undefined, uuid: string = randomUUID()): Trace => ({
  id: span?.traceId ?? uuid.replaceAll('-', ''),
  isSampled: span?.isSampled ?? false,
  span,
})

export type TraceParent = { traceId: string; spanId: string; isSampled: boolean }

const TRACEPARENT = /^00-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})$/

/** https://www.w3.org/TR/trace-context: version 00. Undefined for everything else, such as two headers. */
export function parseTraceparent(header: unknown): TraceParent | undefined {
  if (typeof header !== 'string' || header.length !== 55) return undefined
  const [, traceId, spanId, flags = ''] = TRACEPARENT.exec(header) ?? []
  if (!traceId || !spanId) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

/** Runs `work` as a part of the current span, where there is one. */
export function inSpan<Result>(
  describe: () => { name: string; attributes: Attributes },
  work: () => Promise<Result>,
): Promise<Result> {
  const parent = currentTrace()?.span
  if (!parent?.isSampled) return work()
  const { name, attributes } = describe()
  const span = parent.startChild(name, { kind: 'CLIENT', attributes })
  const result = work()
  result.then(
    () => span.end(),
    () => span.end({ isFailed: true }),
  )
  return result
}
