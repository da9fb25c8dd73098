import { and, inArray, lt } from 'drizzle-orm'
import { integrityRuns } from '../../db/schema/integrity-checks.ts'
import { type ApiDeps } from '../../deps.ts'

export interface IntegrityRunInput {
  kind: 'nightly' | 'asked'
  /** Compares everything at the provider, not only what is new. */
  full: boolean
  /** `user:12`, `command`, `clock`. */
  actor: string
}

export type IntegrityRunRequestResult =
  { ok: true; runId: number } | { ok: false; reason: 'promise_run_under_way' }

/** A run that takes longer has stopped with its process. */
const DEAD_AFTER_MS = 30 * 60_000

/** Queues a run for a worker. Only one run at a time: a second request is refused. */
export async function requestIntegrityRun(
  deps: Pick<ApiDeps, 'database' | 'clock' | 'jobs'>,
  { kind, full, actor }: IntegrityRunInput,
): Promise<IntegrityRunRequestResult> {
  const now = deps.clock.now()
  return deps.database.db.transaction(async (tx) => {
    await tx
      .update(integrityRuns)
      .set({ state: 'failed', finishedAt: now })
      .where(
        and(
          inArray(integrityRuns.state, ['queued', 'running']),
          lt(integrityRuns.createdAt, new Date(now.getTime() - DEAD_AFTER_MS)),
        ),
      )
    const [written] = await tx
      .insert(integrityRuns)
      .values({ kind, full, actor, state: 'queued', createdAt: now })
      .onConflictDoNothing()
      .returning({ id: integrityRuns.id })
    if (!written) return { ok: false, reason: 'promise_run_under_way' }
    deps.jobs?.wake('promises')
    return { ok: true, runId: written.id }
  })
}
