import { z } from 'zod'
import { ApprovalReply, ApprovalsReply } from '#contract/approval.ts'
import { Id } from '#contract/primitives.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { readPage } from '../../visit/read-page.ts'

const PAGE_SIZE = 25

/** What waits for a second person, or everything that was asked for, the newest first. */
export async function loadApprovals({ userApi, visit }: StaffVisit, query: URLSearchParams) {
  const all = query.get('state') === 'all'
  const { approvals, meta } = requireData(
    await userApi.get('/v1/approvals', ApprovalsReply, {
      query: {
        state: all ? 'all' : 'open',
        sort: all ? '-id' : 'id',
        page: readPage(query),
        page_size: PAGE_SIZE,
      },
    }),
  )
  return {
    approvals,
    all,
    pagination: meta.pagination,
    waiting: all ? undefined : meta.pagination.total_count,
    zone: visit.brand.time_zone,
    userId: visit.user?.id ?? 0,
    done: query.get('done'),
  }
}

const Buttons = z.object({ approval: Id, intent: z.enum(['approve', 'refuse']) })

/** Approves or refuses; the answer's sentence is shown when it could not be done. */
export async function decideApproval({ userApi }: StaffVisit, form: FormData) {
  const { approval, intent } = requireForm(form, Buttons)
  const decided = await userApi.post(`/v1/approvals/${String(approval)}/${intent}`, ApprovalReply, {
    body: {},
  })
  if (decided.ok) return { to: `/staff/approvals?done=${intent}` }
  return { status: decided.status, failure: decided.message }
}
