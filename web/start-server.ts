import { createServer, type RequestListener, type Server } from 'node:http'
import { type ServerBuild } from '@remix-run/node'
import pino, { type Logger } from 'pino'
import { createErrorReports, type ErrorReports, redactPersonalData } from '#app/visit/error-reports.server.ts'
import { type Settings } from '#settings/settings.ts'
import { answerKeptPages } from './answer-kept-pages.ts'
import { createWebServer } from './create-web-server.ts'
import { collectAtRest } from './collect-at-rest.ts'
import { closeServer, stopOnSignal, untilNoticed } from './drain.ts'
import { sandboxAccess } from './guard-sandbox.ts'
import { createWorkerServer, type HealthParts } from './health.ts'
import { createMetrics, type Metrics } from './metrics/create-metrics.ts'
import { metricsRoute } from './metrics/metrics-route.ts'
import { openLogOutput } from './log-output.ts'
import { openService } from './open-service.ts'
import { openTracing } from './tracing/open-tracing.ts'
import { watchSaturation } from './saturation.ts'
import { listenWith } from './send-whole-answers.ts'

export interface StartParts {
  settings: Settings
  /** The compiled shop. */
  build: () => Promise<ServerBuild>
  clientFolder: string | undefined
  /** Handles requests before our own server does; used for the development server's files. */
  before?: (
    request: Parameters<RequestListener>[0],
    response: Parameters<RequestListener>[1],
    next: () => void,
  ) => void
}

export interface Started {
  port: number
  log: Logger
  stop(): Promise<void>
}

/**
 * Composes all parts, listens, and shuts down in order on a signal: open requests, then jobs, then
 * the database.
 */
export async function startServer({ settings, build, clientFolder, before }: StartParts): Promise<Started> {
  const reports = await createErrorReports(
    settings.sentryDsn,
    settings.development ? 'development' : 'production',
  )
  const metrics = settings.metricsToken === undefined ? undefined : createMetrics()
  const log = createLog(settings, { reports, metrics, output: openLogOutput(1) })
  const tracing = settings.traces && (await openTracing(settings.traces, log))
  const sells = settings.worker !== 'only'
  // Both are slow, so the shop is loaded before the first request.
  const [service] = await Promise.all([
    settings.apiUrl ? undefined : openService(settings, log, tracing),
    sells ? build() : undefined,
  ])
  let stopping = false
  const draining = () => stopping
  const health = service?.health ?? remoteHealth(settings.apiUrl ?? '')
  const saturation = service?.saturation ?? watchSaturation(settings)
  metrics?.watch({ health, openRequests: saturation.open, ...service?.watched })
  const listener = () => {
    const web = createWebServer({
      ...{ settings, log, metrics, tracing, reports, build, clientFolder, health, draining },
      saturation: settings.development ? undefined : saturation,
      api: service?.api,
      version: service?.version,
      readSnapshot: service?.readSnapshot,
      sandboxPages: service?.sandboxPages,
    })
    const answer = listenWith(web.fetch)
    const keptPages = web.cache && answerKeptPages({ cache: web.cache, settings, log, metrics, draining })
    void web.prepareRefusals(new URL(settings.publicUrl).host)
    const first = before ?? keptPages
    if (!first) return answer
    return (...[request, response]: Parameters<RequestListener>) => {
      first(request, response, () => void answer(request, response))
    }
  }
  const server = createServer(
    sells
      ? listener()
      : listenWith(createWorkerServer(health, draining, metricsRoute(settings, metrics)).fetch),
  )
  // The timeout is longer than that of the proxies in front, so that they never use a connection
  // that we are closing.
  server.keepAliveTimeout = 65_000
  server.headersTimeout = 66_000
  const port = await listen(server, settings)
  collectAtRest()
  const stop = async () => {
    stopping = true
    log.info('stopping')
    await untilNoticed(settings.drainSeconds)
    await closeServer(server)
    await service?.close()
    await Promise.all([reports.flush(), tracing?.close()])
    log.info('stopped')
  }
  stopOnSignal(stop, settings.drainSeconds)
  const sandbox = service?.sandboxPages ? sandboxAccess(settings) : 'none'
  const { mode, payments, worker } = settings
  log.info({ port, mode, payments, sandbox, worker }, 'listening')
  return { port, log, stop }
}

/** Creates the log; every logged error is also reported to Sentry, and counted. */
export function createLog(
  settings: Pick<Settings, 'logLevel'>,
  parts: { reports: ErrorReports; metrics?: Metrics | undefined; output: { write(line: string): void } },
): Logger {
  const { reports, metrics, output } = parts
  const options: pino.LoggerOptions = {
    level: settings.logLevel,
    serializers: {
      err: (error: unknown) => withoutPersonalDataIn(pino.stdSerializers.errWithCause(asError(error))),
      // What the provider answered; it may quote what was sent.
      detail: (detail: unknown) => (typeof detail === 'string' ? redactPersonalData(detail) : detail),
    },
    hooks: {
      logMethod(args, method, level) {
        const first: unknown = args[0]
        const failed = typeof first === 'object' && first !== null && 'err' in first ? first.err : undefined
        if (level >= 50 && failed) reports.report(failed, { logged: String(args[1]) })
        if (level >= 40) metrics?.countLog(level >= 50 ? 'error' : 'warn')
        method.apply(this, args)
      },
    },
  }
  return pino(options, output)
}

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)))

/** Redacts personal data in errors, because libraries may quote user input in their messages. */
function withoutPersonalDataIn({ type, message, stack }: pino.SerializedError) {
  return { type, message: redactPersonalData(message), stack: redactPersonalData(stack) }
}

function remoteHealth(apiUrl: string): HealthParts {
  return {
    service: async () =>
      (await fetch(`${apiUrl}/v1/products?page_size=1`, { signal: AbortSignal.timeout(2000) })).ok,
  }
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}
