import { z } from 'zod'
import { JobReply, JobsReply, JobState } from '#contract/job.ts'
import { countStates } from '../parts/count-states.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readPage } from '../../visit/read-page.ts'

const PAGE_SIZE = 25

/** The states that need action. */
const COUNTED = ['failed', 'waiting'] as const

export async function loadJobs({ userApi, visit, factor }: StaffVisit, query: URLSearchParams) {
  const state = JobState.catch('failed').parse(query.get('state'))
  const asked = { state, page: readPage(query), page_size: PAGE_SIZE }
  const [page, counts] = await Promise.all([
    userApi.get('/v1/jobs', JobsReply, { query: asked }),
    countStates({ userApi, path: '/v1/jobs', states: COUNTED.filter((one) => one !== state) }),
  ])
  const { jobs, plans, meta } = requireData(page)
  return {
    jobs,
    plans,
    state,
    counts,
    pagination: meta.pagination,
    zone: visit.brand.time_zone,
    mayChange: factor.roles.includes('admin'),
  }
}

const JobButtons = z.object({
  job: z.string().regex(/^[0-9a-f-]{36}$/),
  intent: z.enum(['retry', 'cancel']),
})

/** Runs a job again, or takes it out of the queue. */
export async function changeJob({ userApi }: StaffVisit, form: FormData) {
  const { job, intent } = requireForm(form, JobButtons)
  const done = await userApi.post(`/v1/jobs/${job}/${intent}`, JobReply, { body: {} })
  return done.ok ? { to: '/staff/jobs?state=waiting' } : { status: done.status, failure: done.message }
}
