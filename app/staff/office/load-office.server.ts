import { z } from 'zod'
import { Instant } from '#contract/primitives.ts'
import { PromisesReply } from '#contract/promise.ts'
import { summarize } from '../../integrity-checks/check-summary.ts'
import { DESK_COUNT } from '../parts/list-count.ts'
import { type DeskVisit } from '../parts/staff-visit.server.ts'
import { MailsReply } from './handle-mails.server.ts'
import { requireData } from '../../selection/load-choice.server.ts'

const LastChange = z.object({ audit_log: z.array(z.object({ at: Instant })) })

/** How each part of the office stands, as far as the caller may read it. */
export async function loadOffice({ own, visit, factor }: DeskVisit) {
  const admin = factor.roles.includes('admin')
  const mails = (state: string) =>
    own.get('/v1/mails', MailsReply, { query: { state, page_size: 1, sort: 'id', count_to: DESK_COUNT } })
  const [failed, queued, promises, changes] = await Promise.all([
    mails('failed'),
    mails('queued'),
    own.get('/v1/promises', PromisesReply),
    admin
      ? own.get('/v1/audit_log', LastChange, { query: { page_size: 1, sort: '-id', count_to: 100 } })
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
    promises: { ...summarize(counted), at: counted.run?.finished_at ?? null },
    lastChange: changes ? (requireData(changes).audit_log[0]?.at ?? null) : null,
  }
}

export type Office = Awaited<ReturnType<typeof loadOffice>>
