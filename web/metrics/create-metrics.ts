import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type ConnectionCounts } from '#api/db/client.ts'
import { type HealthParts, readHealth } from '../health.ts'
import { kindOfRequest } from './request-kind.ts'

export interface AnsweredRequest {
  method: string
  path: string
  status: number
  /** From its arrival until its answer was ready, in milliseconds. */
  ms: number
  /** Answered from the finished pages, before the framework runs. */
  kept?: boolean | undefined
}

export interface MetricsParts {
  health: HealthParts
  /** How many requests for something new are under way. */
  openRequests: () => number
  /** Absent for the embedded database, which has one connection. */
  connections?: (() => ConnectionCounts) | undefined
  /** What waits in the database, by the name of its figure; absent where the shop runs alone. */
  waitingWork?: (() => Promise<ReadonlyMap<string, number>>) | undefined
}

export interface Metrics {
  countRequest(request: AnsweredRequest): void
  /** Counts a warning or an error of the log. */
  countLog(level: 'warn' | 'error'): void
  /** Names what is looked at when somebody reads. The log counts before there is anything to look at. */
  watch(parts: MetricsParts): void
  /** All figures in the text format of Prometheus. */
  read(): Promise<{ contentType: string; text: string }>
}

/** In seconds: a kept page takes a tenth of a millisecond, a payment may take some seconds. */
const SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10]

/** Methods of the standard; whatever else is sent counts as one, or senders would choose our labels. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Makes the figures of a process: what it answered, how it does, and what waits in its database. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'http_requests_total',
    help: 'Answered requests by what they asked for.',
    labelNames: ['kind', 'method', 'status'] as const,
    registers,
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from a request’s arrival until its answer was ready.',
    labelNames: ['kind'] as const,
    buckets: SECONDS,
    registers,
  })
  const logged = new Counter({
    name: 'log_lines_total',
    help: 'Warnings and errors in the log.',
    labelNames: ['level'] as const,
    registers,
  })
  logged.inc({ level: 'warn' }, 0)
  logged.inc({ level: 'error' }, 0)
  return {
    countRequest: ({ method, path, status, ms, kept }) => {
      const kind = kept ? 'kept_page' : kindOfRequest(path)
      requests.inc({ kind, method: METHODS.has(method) ? method : 'other', status: String(status) })
      durations.observe({ kind }, ms / 1000)
    },
    countLog: (level) => {
      logged.inc({ level })
    },
    watch: (parts) => {
      watchProcess(parts, registers)
      if (parts.connections) countConnections(parts.connections, registers)
      if (parts.waitingWork) countWaitingWork(parts.waitingWork, registers)
    },
    read: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  }
}

function watchProcess({ health, openRequests }: MetricsParts, registers: Registry[]): void {
  new Gauge({
    name: 'http_requests_open',
    help: 'Requests for something new that are not answered yet; beyond BUSY_REQUESTS more are refused.',
    registers,
    collect() {
      this.set(openRequests())
    },
  })
  new Gauge({
    name: 'shop_part_up',
    help: '1 while a part that the process needs works, 0 otherwise; as /readyz tells.',
    labelNames: ['part'] as const,
    registers,
    async collect() {
      for (const [part, works] of await readHealth(health)) this.set({ part }, works ? 1 : 0)
    },
  })
}

function countConnections(connections: () => ConnectionCounts, registers: Registry[]): void {
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database by what they do, and the statements that wait for one.',
    labelNames: ['state'] as const,
    registers,
    collect() {
      for (const [state, count] of Object.entries(connections())) this.set({ state }, count)
    },
  })
}

/**
 * Every process with a database tells the same figures of it; whoever adds processes up takes the
 * largest. A database that does not answer takes its figures away and leaves the others.
 */
function countWaitingWork(read: NonNullable<MetricsParts['waitingWork']>, registers: Registry[]): void {
  new Gauge({
    name: 'shop_waiting',
    help: 'What waits or went wrong in the database: rows, or seconds where the name says so.',
    labelNames: ['what'] as const,
    registers,
    async collect() {
      this.reset()
      const found = await read().catch(() => new Map<string, number>())
      for (const [what, value] of found) this.set({ what }, value)
    },
  })
}
