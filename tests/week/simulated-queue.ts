import { type JobName, type JobPlan, type JobQueue } from '#api/db/job-queue.ts'

/** The job queue of a simulated process: its schedules follow the simulated clock. */
export interface SimulatedQueue extends JobQueue {
  /** Runs each job whose schedule came up in the span, or which was woken. Returns what failed. */
  runDue(after: Date, until: Date): Promise<{ job: JobName; error: unknown }[]>
  /** Runs every job once, whatever its schedule says. */
  runAll(): Promise<{ job: JobName; error: unknown }[]>
}

const MINUTE = 60_000

/**
 * Stands in for the job library, whose schedules follow the machine's clock. What the jobs do is the
 * shop's own.
 */
export function createSimulatedQueue(): SimulatedQueue {
  let plans: Partial<Record<JobName, JobPlan>> = {}
  let stopping = new AbortController()
  const woken = new Set<JobName>()
  const run = async (wanted: (name: JobName, plan: JobPlan) => boolean) => {
    const chosen = (Object.entries(plans) as [JobName, JobPlan][]).filter(([name, plan]) =>
      wanted(name, plan),
    )
    const failed: { job: JobName; error: unknown }[] = []
    await Promise.all(
      chosen.map(async ([job, plan]) => {
        woken.delete(job)
        await plan.run(stopping.signal).catch((error: unknown) => failed.push({ job, error }))
      }),
    )
    return failed
  }
  return {
    start: (given) => {
      plans = given
      stopping = new AbortController()
      return Promise.resolve()
    },
    wake: (name) => void woken.add(name),
    healthy: () => true,
    stop: () => {
      plans = {}
      stopping.abort()
      return Promise.resolve()
    },
    runDue: (after, until) => run((name, { cron }) => woken.has(name) || cameUp(cron, after, until)),
    runAll: () => run(() => true),
  }
}

/** Whether a schedule of minute and hour names a minute of the span, its end included. */
export function cameUp(cron: string, after: Date, until: Date): boolean {
  const [minute = '*', hour = '*'] = cron.split(' ')
  for (let at = Math.floor(after.getTime() / MINUTE) + 1; at * MINUTE <= until.getTime(); at++) {
    const date = new Date(at * MINUTE)
    if (matches(minute, date.getUTCMinutes()) && matches(hour, date.getUTCHours())) return true
  }
  return false
}

/** A field of a schedule: every value, every n-th, or one value. */
function matches(field: string, value: number): boolean {
  if (field === '*') return true
  if (field.startsWith('*/')) return value % Number(field.slice(2)) === 0
  return Number(field) === value
}
