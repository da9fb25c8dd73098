import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api'
import type * as Sdk from '@opentelemetry/sdk-trace-base'
import { type Logger } from 'pino'
import { type JobTracing } from '#api/db/job-queue.ts'
import { type StatementObserver } from '#api/db/observe-statement.ts'
import { type Settings } from '#settings/settings.ts'

export interface TracedRequest {
  method: string
  /** Without what grants access. */
  path: string
  requestId: string
  /** `traceparent` of a trusted proxy in front. */
  parent?: string | undefined
}

export interface Tracing extends JobTracing {
  /** Follows a request until its answer is ready; everything that the work asks belongs to it. */
  traceRequest(request: TracedRequest, answer: () => Promise<{ status: number }>): Promise<void>
  /** Follows a call of `/v1` that a page makes. */
  traceCall(method: string, path: string, call: () => Promise<Response>): Promise<Response>
  /** Follows a statement of a request, until its answer. */
  onStatement: StatementObserver
  /** Sends what is not sent yet. */
  close(): Promise<void>
}

/** Longer statements are lists of ids. */
const LONGEST_STATEMENT = 2_000

/** Paths differ by ids; a name with an id in it would be of one request. */
const nameOf = (method: string, path: string) => `${method} ${path.replace(/\/\d+(?=\/|$)/g, '/{id}')}`

/**
 * Sends traces to `OTEL_EXPORTER_OTLP_ENDPOINT`: each request with the calls of `/v1` and the SQL
 * statements below it. Statements carry no values and paths no secrets. The libraries are loaded here, so
 * that a process without the setting holds none of them; nothing global is set, because the error
 * reports have a tracer of their own.
 */
export async function openTracing(
  { endpoint, headers, share }: NonNullable<Settings['traces']>,
  log: Logger,
): Promise<Tracing> {
  const [sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers })
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'flight-shop' }),
    sampler: new sdk.ParentBasedSampler({ root: whenLinked(sdk, new sdk.TraceIdRatioBasedSampler(share)) }),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  })
  const tracer = provider.getTracer('shop')
  const contexts = new AsyncLocalStorage<Context>()

  async function follow<T>(span: Span, above: Context, work: () => Promise<T>): Promise<T> {
    try {
      return await contexts.run(trace.setSpan(above, span), work)
    } catch (error) {
      // The message may hold what somebody typed; the log has it, without personal data.
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  }

  const endWithStatus = (span: Span, status: number) => {
    span.setAttribute('http.response.status_code', status)
    if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
  }

  return {
    traceRequest: async ({ method, path, requestId, parent }, answer) => {
      const above = readParent(parent)
      const attributes = { 'http.request.method': method, 'url.path': path, 'request.id': requestId }
      const span = tracer.startSpan(nameOf(method, path), { kind: SpanKind.SERVER, attributes }, above)
      await follow(span, above, async () => {
        endWithStatus(span, (await answer()).status)
      })
    },
    traceCall: (method, path, call) => {
      const above = contexts.getStore()
      if (!above) return call()
      const attributes = { 'http.request.method': method, 'url.path': path }
      const span = tracer.startSpan(nameOf(method, path), { kind: SpanKind.INTERNAL, attributes }, above)
      return follow(span, above, async () => {
        const answer = await call()
        endWithStatus(span, answer.status)
        return answer
      })
    },
    currentParent: () => {
      const context = trace.getSpanContext(contexts.getStore() ?? ROOT_CONTEXT)
      if (!context || (context.traceFlags & TraceFlags.SAMPLED) === 0) return undefined
      return `00-${context.traceId}-${context.spanId}-01`
    },
    traceJob: (name, wokenBy, work) => {
      const links = wokenBy.flatMap((one) => {
        const context = trace.getSpanContext(readParent(one))
        return context ? [{ context }] : []
      })
      const options = { kind: SpanKind.CONSUMER, attributes: { 'job.name': name }, links }
      return follow(tracer.startSpan(`job ${name}`, options, ROOT_CONTEXT), ROOT_CONTEXT, work)
    },
    onStatement: (text) => {
      const above = contexts.getStore()
      if (!above) return undefined
      const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.text': text.slice(0, LONGEST_STATEMENT),
      }
      const span = tracer.startSpan(operation, { kind: SpanKind.CLIENT, attributes }, above)
      return (failed) => {
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    close: () =>
      provider.shutdown().catch((error: unknown) => {
        log.warn({ err: error }, 'traces could not be sent')
      }),
  }
}

/** A run that a traced request woke is traced with it; of the others the share. */
const whenLinked = (sdk: typeof Sdk, others: Sdk.Sampler): Sdk.Sampler => ({
  shouldSample: (context, traceId, name, kind, attributes, links) =>
    links.length > 0
      ? { decision: sdk.SamplingDecision.RECORD_AND_SAMPLED }
      : others.shouldSample(context, traceId, name, kind, attributes, links),
  toString: () => `WhenLinked{${others.toString()}}`,
})

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** The span that a proxy in front began, as `traceparent` writes it (W3C Trace Context). */
function readParent(header: string | undefined): Context {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(header ?? '') ?? []
  if (traceId === '') return ROOT_CONTEXT
  const traceFlags = Number.parseInt(flags, 16) & 1
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
}
