import { IntegrityRunReply, IntegrityChecksReply } from '#contract/promise.ts'
import { summarizeCheckRun } from '../../integrity-checks/check-summary.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

/** The results of the last run with the rows that fail, and the requested run. */
export async function loadIntegrityChecks({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const counted = requireData(await userApi.get('/v1/promises', IntegrityChecksReply))
  const runId = query.get('run') ?? ''
  const pendingRun = /^[1-9]\d{0,8}$/.test(runId) ? await readRun(userApi, runId) : null
  const last = counted.run && (await readRun(userApi, String(counted.run.id)))
  return {
    zone: visit.brand.time_zone,
    summary: summarizeCheckRun(counted),
    promises: counted.promises,
    last,
    pendingRun: pendingRun?.state === 'done' ? null : pendingRun,
  }
}

async function readRun(userApi: StaffVisit['userApi'], id: string) {
  return requireData(await userApi.get(`/v1/promise_runs/${id}`, IntegrityRunReply)).promise_run
}

/** Requests a run now. */
export const requestIntegrityRun = ({ userApi }: StaffVisit, form: FormData) =>
  userApi.post('/v1/promise_runs', IntegrityRunReply, {
    body: { promise_run: { full: form.get('full') === 'yes' } },
  })
