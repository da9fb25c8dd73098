import { z } from 'zod'
import { JobReply, JobsReply, JobState } from '#contract/job.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readPage } from '../../visit/read-page.ts'

const PAGE_SIZE = 25

/** The states that need action; their tabs have a count, and the open tab has one. */
const COUNTED = ['failed', 'waiting'] as const

export async function loadJobs({ userApi, visit, factor }: StaffVisit, query: URLSearchParams) {
  const state = JobState.catch('failed').parse(query.get('state'))
  const asked = { state, page: readPage(query), page_size: PAGE_SIZE }
  const { jobs, plans, counts, meta } = requireData(
    await userApi.get('/v1/jobs', JobsReply, { query: asked }),
  )
  return {
    jobs,
    plans,
    state,
    counts: Object.fromEntries(COUNTED.map((one) => [one, counts[one]])),
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
