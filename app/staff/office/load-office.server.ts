import { z } from 'zod'
import { Instant } from '#contract/primitives.ts'
import { JobsReply } from '#contract/job.ts'
import { IntegrityChecksReply } from '#contract/promise.ts'
import { WrittenTextDraftsReply } from '#contract/written-text.ts'
import { summarizeCheckRun } from '../../integrity-checks/check-summary.ts'
import { countDrafts } from '../parts/count-drafts.ts'
import { loadStateCounts } from '../parts/load-state-counts.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { describeBackups } from './describe-backups.ts'
import { requireData } from '../../visit/load-visit.server.ts'

const LastChange = z.object({ audit_log: z.array(z.object({ at: Instant })) })

/** The status of each part of the office, as far as the caller may read it. */
export async function loadOffice({ userApi, visit, factor }: StaffVisit) {
  const admin = factor.roles.includes('admin')
  const [{ mails, texts, approvals, backups, disk_full: diskFull }, jobs, promises, content, changes] =
    await Promise.all([
      loadStateCounts(userApi),
      userApi.get('/v1/jobs', JobsReply, { query: { state: 'failed', page_size: 1 } }),
      userApi.get('/v1/promises', IntegrityChecksReply),
      userApi.get('/v1/written_text_drafts', WrittenTextDraftsReply),
      admin
        ? userApi.get('/v1/audit_log', LastChange, { query: { page_size: 1, sort: '-id', count_to: 100 } })
        : undefined,
    ])
  const counted = requireData(promises)
  return {
    admin,
    zone: visit.brand.time_zone,
    mails: { failed: mails.failed, queued: mails.queued, oldest: mails.oldest_queued_at },
    texts: { failed: texts.failed, queued: texts.queued },
    // Where the jobs cannot be read, the page says nothing of them.
    jobs: { failed: jobs.ok ? jobs.data.counts.failed : null },
    content: countDrafts(requireData(content).written_text_drafts),
    approvals: approvals.waiting,
    diskFull,
    backups: describeBackups(backups),
    promises: { ...summarizeCheckRun(counted), at: counted.run?.finished_at ?? null },
    lastChange: changes ? (requireData(changes).audit_log[0]?.at ?? null) : null,
  }
}

export type Office = Awaited<ReturnType<typeof loadOffice>>
