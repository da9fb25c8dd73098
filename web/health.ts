import { Hono } from 'hono'

/** The dependencies of the process; each function returns whether its dependency works now. */
export type HealthParts = Record<string, () => boolean | Promise<boolean>>

/**
 * `/healthz`: liveness. `/readyz`: readiness; a 503 names the failing part. While the process shuts
 * down, it is alive but not ready.
 */
export function healthRoutes(parts: HealthParts, draining: () => boolean) {
  const health = new Hono()
  health.get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
  health.get('/readyz', async (c) => {
    const answers = await readHealth(parts)
    const ready = !draining() && answers.every(([, works]) => works)
    const status = draining() ? 'draining' : ready ? 'ready' : 'not ready'
    const states = answers.map(([name, works]) => [name, works ? 'ok' : 'failed'] as const)
    const body = { status, parts: Object.fromEntries(states) }
    return c.json(body, ready ? 200 : 503, { 'Cache-Control': 'no-store' })
  })
  return health
}

/** Asks all parts at once whether they work now. */
export const readHealth = (parts: HealthParts): Promise<(readonly [name: string, works: boolean])[]> =>
  Promise.all(Object.entries(parts).map(async ([name, works]) => [name, await answersTrue(works)] as const))

/**
 * The server of a process that only runs jobs (`WORKER=only`): it answers nothing but its
 * health and its figures.
 */
export function createWorkerServer(parts: HealthParts, draining: () => boolean, metrics: Hono) {
  const worker = new Hono()
  worker.route('/', healthRoutes(parts, draining))
  worker.route('/', metrics)
  worker.notFound((c) => c.text('This process runs jobs; the shop answers elsewhere.', 404))
  return worker
}

/** A part that does not answer within two seconds counts as broken. */
async function answersTrue(works: () => boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, 2000, false)
  })
  try {
    return await Promise.race([works(), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
