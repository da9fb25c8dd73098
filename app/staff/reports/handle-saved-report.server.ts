import { z } from 'zod'
import { reportGroups, ReportGroup, ReportName } from '#contract/report.ts'
import {
  SavedReportPreviewReply,
  SavedReportReply,
  SavedReportRequest,
  SavedReportsReply,
} from '#contract/saved-report.ts'
import { parseForm, refusalStatus, refuseForm } from '../../ui/form/read-form.server.ts'
import { readForm, SentIds } from '../../ui/form/sent-values.server.ts'
import { requireData } from '../../visit/load-visit.server.ts'
import { requireForm } from '../parts/require-form.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'
import { SAVED_REPORT_SHAPE, type SavedReportAnswer, writeWhat } from './saved-report-forms.ts'

const LIST = '/staff/reports/saved'
const pageOf = (id: number) => `${LIST}/${String(id)}`
const apiPathOf = (id: string) => `/v1/saved_reports/${id}`

const { name, span } = SavedReportRequest.shape.saved_report.shape
const WHATS = Object.entries(reportGroups).flatMap(([report, groups]) =>
  groups.map((by) => `${report} ${by}`),
)
const SavedReportForm = z.object({
  name,
  what: z.enum(WHATS, { error: 'Choose a report' }),
  span,
  recipient_ids: SentIds,
})
const Version = z.object({ version: z.number().int() })
const Intent = z.object({ intent: z.enum(['save', 'delete', 'stop']) })
const Offered = z.object({ name: ReportName.catch('sales'), by: ReportGroup.optional().catch(undefined) })

const DoneQuery = z.object({ done: z.enum(['saved', 'stopped', 'deleted']).nullable().catch(null) })
const readDone = (query: URLSearchParams) => DoneQuery.parse({ done: query.get('done') }).done

/** The list, with the report that an address offers to save. */
export async function loadSavedReports({ userApi }: StaffVisit, query: URLSearchParams) {
  const { saved_reports: saved, recipients } = requireData(
    await userApi.get('/v1/saved_reports', SavedReportsReply),
  )
  const { name: report, by } = readForm(query, Offered)
  const groups: readonly ReportGroup[] = reportGroups[report]
  const offered = writeWhat({ report, by: by && groups.includes(by) ? by : reportGroups[report][0] })
  return { saved, recipients, offered, done: readDone(query) }
}

/** A saved report with its figures and the mail as it would leave now. */
export async function loadSavedReport({ userApi, visit }: StaffVisit, id: string, query: URLSearchParams) {
  const found = requireData(await userApi.get(apiPathOf(id), SavedReportPreviewReply))
  const { saved_report: saved, recipients, report, mail } = found
  const isMailed = saved.recipient_ids.includes(visit.user?.id ?? 0)
  return { saved, recipients, report, mail, isMailed, done: readDone(query) }
}

type Acted = { to: string } | SavedReportAnswer

/** Keeps a new report. */
export async function createSavedReport({ userApi }: StaffVisit, form: FormData): Promise<Acted> {
  const submission = parseForm(form, SavedReportForm)
  if (submission.status !== 'success') return refuse(submission)
  const body = { saved_report: toFields(submission.value) }
  const saved = await userApi.post('/v1/saved_reports', SavedReportReply, { body })
  return saved.ok ? { to: `${pageOf(saved.data.saved_report.id)}?done=saved` } : refuse(submission, saved)
}

/** Changes or deletes a report, or ends its mails to whoever asks. */
export async function changeSavedReport(staff: StaffVisit, id: string, form: FormData): Promise<Acted> {
  const { userApi } = staff
  const { intent } = requireForm(form, Intent)
  if (intent !== 'save') {
    const gone = await userApi.delete(`${apiPathOf(id)}${intent === 'stop' ? '/recipient' : ''}`)
    // What is gone already is what was asked for.
    if (gone.ok || gone.status === 404)
      return { to: intent === 'stop' ? `${LIST}/${id}?done=stopped` : `${LIST}?done=deleted` }
    return { status: refusalStatus(gone), failure: gone.message }
  }
  const { version } = requireForm(form, Version)
  const submission = parseForm(form, SavedReportForm)
  if (submission.status !== 'success') return refuse(submission)
  const body = { saved_report: { ...toFields(submission.value), version } }
  const changed = await userApi.patch(apiPathOf(id), SavedReportReply, { body })
  return changed.ok ? { to: `${LIST}/${id}?done=saved` } : refuse(submission, changed)
}

function toFields({ what, ...fields }: z.output<typeof SavedReportForm>) {
  const [report, by] = what.split(' ')
  return { ...fields, report: ReportName.parse(report), by: ReportGroup.parse(by) }
}

function refuse(
  submission: ReturnType<typeof parseForm>,
  why?: { status: number; errors?: Record<string, string[]>; message?: string },
): SavedReportAnswer {
  const refusal = refuseForm(SAVED_REPORT_SHAPE, submission, why)
  return { status: why ? refusalStatus(why) : 422, refusal }
}
