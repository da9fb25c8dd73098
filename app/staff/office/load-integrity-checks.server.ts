import { z } from 'zod'
import { QueryId } from '#contract/primitives.ts'
import { IntegrityRunReply, IntegrityChecksReply } from '#contract/promise.ts'
import { summarizeCheckRun } from '../../integrity-checks/check-summary.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

const RunQuery = z.object({ run: QueryId.optional().catch(undefined) })
const RunForm = z.object({ full: z.literal('yes').optional() })

/** The results of the last run with the rows that fail, and the run that is still pending. */
export async function loadIntegrityChecks({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const counted = requireData(await userApi.get('/v1/promises', IntegrityChecksReply))
  const { run: asked } = RunQuery.parse(Object.fromEntries(query))
  const pendingRun = asked === undefined ? null : await readRun(userApi, asked)
  const last = counted.run && (await readRun(userApi, counted.run.id))
  return {
    zone: visit.brand.time_zone,
    summary: summarizeCheckRun(counted),
    promises: counted.promises,
    last,
    pendingRun: pendingRun?.state === 'done' ? null : pendingRun,
  }
}

async function readRun(userApi: StaffVisit['userApi'], id: number) {
  const path = `/v1/promise_runs/${String(id)}`
  return requireData(await userApi.get(path, IntegrityRunReply)).promise_run
}

/** Requests a run now. */
export const requestIntegrityRun = ({ userApi }: StaffVisit, form: FormData) =>
  userApi.post('/v1/promise_runs', IntegrityRunReply, {
    body: { promise_run: { full: requireForm(form, RunForm).full === 'yes' } },
  })
