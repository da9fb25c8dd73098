import { PromiseRunReply, PromisesReply } from '#contract/promise.ts'
import { summarize } from '../../integrity-checks/check-summary.ts'
import { type DeskVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../selection/load-choice.server.ts'

/** What the last run found, with the rows that fail; and the run that is waited for. */
export async function loadPromises({ own, visit }: DeskVisit, query: URLSearchParams) {
  const counted = requireData(await own.get('/v1/promises', PromisesReply))
  const asked = query.get('run') ?? ''
  const awaited = /^[1-9]\d{0,8}$/.test(asked) ? await readRun(own, asked) : null
  const last = counted.run && (await readRun(own, String(counted.run.id)))
  return {
    zone: visit.brand.time_zone,
    summary: summarize(counted),
    promises: counted.promises,
    last,
    awaited: awaited?.state === 'done' ? null : awaited,
  }
}

async function readRun(own: DeskVisit['own'], id: string) {
  return requireData(await own.get(`/v1/promise_runs/${id}`, PromiseRunReply)).promise_run
}

/** Asks for a run now. */
export const askRun = ({ own }: DeskVisit, form: FormData) =>
  own.post('/v1/promise_runs', PromiseRunReply, {
    body: { promise_run: { full: form.get('full') === 'yes' } },
  })
