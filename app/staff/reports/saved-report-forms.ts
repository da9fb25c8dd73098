import { reportGroups, type ReportGroup, type ReportName, reportNames } from '#contract/report.ts'
import { type SavedSpan } from '#contract/saved-report.ts'
import { type FormAnswer, type FormShape } from '../../ui/form/form-shape.ts'
import { GROUP_WORDS, REPORT_TITLES } from './report-text.ts'

export const SAVED_REPORT_SHAPE = {
  id: 'saved-report',
  labels: { name: 'Name', what: 'Report', span: 'Days', recipient_ids: 'Mailed each Monday to' },
  elsewhere: ['recipient_ids'],
} as const satisfies FormShape

export const SPAN_TEXTS: Record<SavedSpan, string> = {
  last_week: 'The week before',
  last_4_weeks: 'The 4 weeks before',
  last_12_weeks: 'The 12 weeks before',
  last_month: 'The month before',
}

/** `sales day`: a report with its group, as the form has it. */
export const writeWhat = ({ report, by }: { report: ReportName; by: ReportGroup }): string =>
  `${report} ${by}`

/** Every report with each of its groups. */
export const listWhats = (): { report: ReportName; title: string; of: { id: string; name: string }[] }[] =>
  reportNames.map((report) => ({
    report,
    title: REPORT_TITLES[report],
    of: reportGroups[report].map((by) => ({
      id: writeWhat({ report, by }),
      name: `${REPORT_TITLES[report]} by ${GROUP_WORDS[by]}`,
    })),
  }))

/** What a refused form of the pages of saved reports answers. */
export interface SavedReportAnswer {
  status: number
  refusal?: FormAnswer
  failure?: string
}

/** What was done, on the page that opens after it. */
export const SAVED_REPORT_DONE = {
  saved: 'The report is saved.',
  stopped: 'It is not mailed to you any more.',
  deleted: 'The report is deleted, and is not mailed any more.',
} as const
export type SavedReportDone = keyof typeof SAVED_REPORT_DONE
