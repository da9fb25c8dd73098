import { z } from 'zod'
import { ApprovalsReply } from '#contract/approval.ts'
import { Instant } from '#contract/primitives.ts'
import { IntegrityChecksReply } from '#contract/promise.ts'
import { summarizeCheckRun } from '../../integrity-checks/check-summary.ts'
import { STAFF_COUNT_LIMIT } from '../parts/list-count.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { MailsReply } from './handle-mails.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'

const LastChange = z.object({ audit_log: z.array(z.object({ at: Instant })) })

/** The status of each part of the office, as far as the caller may read it. */
export async function loadOffice({ userApi, visit, factor }: StaffVisit) {
  const admin = factor.roles.includes('admin')
  const mails = (state: string) =>
    userApi.get('/v1/mails', MailsReply, {
      query: { state, page_size: 1, sort: 'id', count_to: STAFF_COUNT_LIMIT },
    })
  const [failed, queued, approvals, promises, changes] = await Promise.all([
    mails('failed'),
    mails('queued'),
    userApi.get('/v1/approvals', ApprovalsReply, { query: { page_size: 1 } }),
    userApi.get('/v1/promises', IntegrityChecksReply),
    admin
      ? userApi.get('/v1/audit_log', LastChange, { query: { page_size: 1, sort: '-id', count_to: 100 } })
      : undefined,
  ])
  const waiting = requireData(queued)
  const counted = requireData(promises)
  return {
    admin,
    zone: visit.brand.time_zone,
    mails: {
      failed: requireData(failed).meta.pagination.total_count,
      queued: waiting.meta.pagination.total_count,
      oldest: waiting.mails[0]?.created_at ?? null,
    },
    approvals: requireData(approvals).meta.pagination.total_count,
    promises: { ...summarizeCheckRun(counted), at: counted.run?.finished_at ?? null },
    lastChange: changes ? (requireData(changes).audit_log[0]?.at ?? null) : null,
  }
}

export type Office = Awaited<ReturnType<typeof loadOffice>>
