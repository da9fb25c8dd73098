import { z } from 'zod'
import { ApprovalsReply } from '#contract/approval.ts'
import { Instant } from '#contract/primitives.ts'
import { JobsReply } from '#contract/job.ts'
import { IntegrityChecksReply } from '#contract/promise.ts'
import { summarizeCheckRun } from '../../integrity-checks/check-summary.ts'
import { countStates } from '../parts/count-states.server.ts'
import { STAFF_COUNT_LIMIT } from '../parts/list-count.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { MailsReply } from './handle-mails.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

const LastChange = z.object({ audit_log: z.array(z.object({ at: Instant })) })

/** The status of each part of the office, as far as the caller may read it. */
export async function loadOffice({ userApi, visit, factor }: StaffVisit) {
  const admin = factor.roles.includes('admin')
  const states = ['failed', 'queued'] as const
  const limit = STAFF_COUNT_LIMIT
  const oldest = { state: 'queued', page_size: 1, sort: 'id', count_to: limit }
  const [mails, waiting, texts, jobs, approvals, promises, changes] = await Promise.all([
    countStates({ userApi, path: '/v1/mails', states, limit }),
    userApi.get('/v1/mails', MailsReply, { query: oldest }),
    countStates({ userApi, path: '/v1/texts', states, limit }),
    userApi.get('/v1/jobs', JobsReply, { query: { state: 'failed', page_size: 1 } }),
    userApi.get('/v1/approvals', ApprovalsReply, { query: { page_size: 1 } }),
    userApi.get('/v1/promises', IntegrityChecksReply),
    admin
      ? userApi.get('/v1/audit_log', LastChange, { query: { page_size: 1, sort: '-id', count_to: 100 } })
      : undefined,
  ])
  const counted = requireData(promises)
  return {
    admin,
    zone: visit.brand.time_zone,
    mails: { ...withZeros(mails), oldest: requireData(waiting).mails[0]?.created_at ?? null },
    texts: withZeros(texts),
    // Where the jobs cannot be read, the page says nothing of them.
    jobs: { failed: jobs.ok ? jobs.data.meta.pagination.total_count : null },
    approvals: requireData(approvals).meta.pagination.total_count,
    promises: { ...summarizeCheckRun(counted), at: counted.run?.finished_at ?? null },
    lastChange: changes ? (requireData(changes).audit_log[0]?.at ?? null) : null,
  }
}

const withZeros = ({ failed = 0, queued = 0 }: { failed?: number; queued?: number }) => ({ failed, queued })

export type Office = Awaited<ReturnType<typeof loadOffice>>
