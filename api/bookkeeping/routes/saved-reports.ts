import { createRoute } from '@hono/zod-openapi'
import {
  type SavedReport,
  SavedReportChange,
  SavedReportPreviewReply,
  SavedReportReply,
  SavedReportRequest,
  SavedReportsReply,
} from '#contract/saved-report.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { createRouter } from '../../http/http.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { filterRequestedRows, findId, IdParams, IdQuery } from '../../http/list-query.ts'
import { refuseFields } from '../../http/refuse.ts'
import { readMailBrand } from '../../store/mails/read-mail-brand.ts'
import { readCatalogue } from '../../store/catalogue/read-catalogue.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { refuse } from '../refusals.ts'
import { listRecipients } from '../saved-reports/list-recipients.ts'
import { placeReport, readSavedReport } from '../saved-reports/saved-report-mail.ts'
import {
  changeSavedReport,
  listSavedReports,
  removeSavedReport,
  saveReport,
  stopReportMails,
} from '../saved-reports/saved-reports.ts'
import { writeReportMail } from '../saved-reports/write-report-mail.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/saved_reports',
  summary: 'List the saved reports with all who may get one; staff only',
  middleware: [requireCaller] as const,
  request: { query: IdQuery },
  responses: { 200: jsonReply('The reports', SavedReportsReply) },
})
const save = createRoute({
  method: 'post',
  path: '/v1/saved_reports',
  summary: 'Keep a report under a name for all staff, mailed each Monday to those chosen; staff only',
  description:
    'Mails leave on Mondays at 7:00 by the clock of the shop, to accounts with the role of staff or admin ' +
    'that are not suspended, which is checked again when a mail leaves.',
  middleware: [requireCaller] as const,
  request: { body: jsonBody(SavedReportRequest) },
  responses: { 201: jsonReply('The report', SavedReportReply) },
})
const read = createRoute({
  method: 'get',
  path: '/v1/saved_reports/{id}',
  summary: 'A saved report as it would be mailed now; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 200: jsonReply('The report and its mail', SavedReportPreviewReply) },
})
const asItStands = readOnlyFields('saved_report', SavedReportChange.shape.saved_report, async (c) => {
  const [saved] = await listSavedReports(c.get('deps').database.db, findId(c.req.param('id') ?? '') ?? 0)
  return saved
})
const change = createRoute({
  method: 'patch',
  path: '/v1/saved_reports/{id}',
  summary: 'Change a saved report; staff only',
  description:
    '`version` is that of the report as the caller read it; another one answers 409 with the report.',
  middleware: [requireCaller, asItStands] as const,
  request: { params: IdParams, body: jsonBody(SavedReportChange) },
  responses: { 200: jsonReply('The report', SavedReportReply) },
})
const remove = createRoute({
  method: 'delete',
  path: '/v1/saved_reports/{id}',
  summary: 'Delete a saved report; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 204: { description: 'Deleted' } },
})
const stop = createRoute({
  method: 'delete',
  path: '/v1/saved_reports/{id}/recipient',
  summary: 'End the mails of a saved report to the caller; staff only',
  middleware: [requireCaller] as const,
  request: { params: IdParams },
  responses: { 204: { description: 'Ended' } },
})

export const savedReports = createRouter()
  .openapi(list, async (c) => {
    const { db } = c.get('deps').database
    const [saved, recipients] = await Promise.all([listSavedReports(db), listRecipients(db)])
    const rows: SavedReport[] = filterRequestedRows(saved, c.req.valid('query'))
    return c.json({ saved_reports: rows, recipients }, 200)
  })
  .openapi(save, async (c) => {
    const saved = await saveReport(c.get('deps'), c.req.valid('json').saved_report, auditBy(c))
    return saved.ok ? c.json({ saved_report: saved.report }, 201) : refuseFields(c, saved.fields)
  })
  .openapi(read, async (c) => {
    const deps = c.get('deps')
    const { db } = deps.database
    const [saved] = await listSavedReports(db, findId(c.req.valid('param').id) ?? 0)
    if (!saved) return refuse(c, 'not_found')
    const [found, recipients, catalogue] = await Promise.all([
      readSavedReport(deps, saved, deps.clock.now()),
      listRecipients(db),
      readCatalogue(db),
    ])
    const brandId = Math.min(...catalogue.brands.map(({ id }) => id))
    const brand = await readMailBrand(db, deps.settings, brandId)
    const { subject, text } = writeReportMail(placeReport(found, brand.origin), brand)
    return c.json({ saved_report: saved, recipients, report: found.report, mail: { subject, text } }, 200)
  })
  .openapi(change, async (c) => {
    const id = findId(c.req.valid('param').id) ?? 0
    const changed = await changeSavedReport(c.get('deps'), id, c.req.valid('json').saved_report, auditBy(c))
    if (changed.ok) return c.json({ saved_report: changed.report }, 200)
    if (changed.reason === 'invalid') return refuseFields(c, changed.fields)
    if (changed.reason === 'not_found') return refuse(c, 'not_found')
    return refuse(c, changed.reason, { saved_report: changed.report })
  })
  .openapi(remove, async (c) => {
    const gone = await removeSavedReport(c.get('deps'), findId(c.req.valid('param').id) ?? 0, auditBy(c))
    return gone ? c.body(null, 204) : refuse(c, 'not_found')
  })
  .openapi(stop, async (c) => {
    const stopped = await stopReportMails(c.get('deps'), findId(c.req.valid('param').id) ?? 0, auditBy(c))
    return stopped ? c.body(null, 204) : refuse(c, 'not_found')
  })
