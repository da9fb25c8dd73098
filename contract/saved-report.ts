import { z } from 'zod'
import { Id, LocalDate } from './primitives.ts'
import { Report, ReportGroup, ReportName } from './report.ts'

/** The days that a saved report has, counted from the day on which it is mailed or opened. */
export const SavedSpan = z.enum(['last_week', 'last_4_weeks', 'last_12_weeks', 'last_month'])
export type SavedSpan = z.infer<typeof SavedSpan>

export const MOST_SAVED_REPORTS = 40
export const REPORT_NAME_LENGTH = 60
/** The most people who get one report. */
export const MOST_REPORT_RECIPIENTS = 20

const fields = {
  name: z
    .string({ error: 'This field is required' })
    .trim()
    .min(1, 'This field is required')
    .max(REPORT_NAME_LENGTH, `Write at most ${String(REPORT_NAME_LENGTH)} characters`),
  report: ReportName,
  by: ReportGroup,
  span: SavedSpan,
  /** Accounts of staff who get it mailed each Monday; nobody if the list is empty. */
  recipient_ids: z
    .array(Id)
    .max(MOST_REPORT_RECIPIENTS, `Choose at most ${String(MOST_REPORT_RECIPIENTS)} people`),
}

/** A report under a name, for all staff. */
export const SavedReport = z.object({
  id: Id,
  ...fields,
  name: z.string(),
  recipient_ids: z.array(Id),
  /** Counts its changes; a change names the one that it was made from. */
  version: z.number().int(),
  /** The Monday for which it was mailed last; null before the first time. */
  mailed_for: LocalDate.nullable(),
})
/** A member of staff who may get reports. */
const Recipient = z.object({ id: Id, name: z.string() })

export const SavedReportRequest = z.object({ saved_report: z.object(fields) })
export const SavedReportChange = z.object({
  saved_report: z.object({ ...fields, version: z.number().int() }),
})
export const SavedReportReply = z.object({ saved_report: SavedReport })
/** `GET /v1/saved_reports`, by name, with all who may get one. */
export const SavedReportsReply = z.object({
  saved_reports: z.array(SavedReport),
  recipients: z.array(Recipient),
})
/** `GET /v1/saved_reports/{id}`: the report as it would be mailed now. */
export const SavedReportPreviewReply = z.object({
  saved_report: SavedReport,
  recipients: z.array(Recipient),
  /** Its days, of which the report has the sums. */
  report: Report,
  mail: z.object({ subject: z.string(), text: z.string() }),
})

export type SavedReport = z.infer<typeof SavedReport>
