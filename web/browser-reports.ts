import { Hono } from 'hono'
import { type Logger } from 'pino'
import { z } from 'zod'
import { CSP_REPORTS_PATH } from '#app/visit/content-policy.server.ts'
import { redactPersonalData } from '#app/visit/error-reports.server.ts'
import { createRateWindow } from './rate-window.ts'
import { pathWithoutSecrets } from './masked-path.ts'
import { type WebEnv } from './request-facts.ts'

/** The report that the enhancers' error handler sends (`app/enhancers/enhance.js`). */
const BrowserError = z.object({
  message: z.string().max(2000),
  source: z.string().max(500).default(''),
  line: z.number().int().default(0),
  column: z.number().int().default(0),
  stack: z.string().max(4000).default(''),
  page: z.string().max(500).default(''),
})

const CspReport = z.object({
  'csp-report': z.object({
    'document-uri': z.string().default(''),
    'violated-directive': z.string().default(''),
    'blocked-uri': z.string().default(''),
    'line-number': z.number().optional(),
  }),
})

interface BrowserReportParts {
  log: Logger
  report: (error: Error, context: Record<string, string>) => void
}

/**
 * Receives the browsers' reports of script errors and Content Security Policy violations, and logs
 * and counts them within rate limits.
 */
export function browserReportRoutes({ log, report }: BrowserReportParts) {
  const routes = new Hono<WebEnv>()
  const window = createRateWindow({ perKey: 20, total: 300 })
  const counts = { errors: 0, csp: 0 }

  routes.post('/errors', async (c) => {
    const parsed = BrowserError.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success || !window.allow(c.get('visitorAddress'))) return c.body(null, 204)
    counts.errors += 1
    const error = new Error(redactPersonalData(parsed.data.message))
    error.name = 'BrowserError'
    error.stack = redactPersonalData(parsed.data.stack)
    const place = `${bare(parsed.data.source)}:${String(parsed.data.line)}:${String(parsed.data.column)}`
    const page = bare(parsed.data.page)
    log.warn(
      { requestId: c.get('requestId'), message: error.message, place, page, count: counts.errors },
      'browser error',
    )
    report(error, { place, page })
    return c.body(null, 204)
  })

  routes.post(CSP_REPORTS_PATH, async (c) => {
    const parsed = CspReport.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success || !window.allow(c.get('visitorAddress'))) return c.body(null, 204)
    counts.csp += 1
    const one = parsed.data['csp-report']
    log.warn(
      {
        requestId: c.get('requestId'),
        page: bare(one['document-uri']),
        directive: one['violated-directive'],
        blocked: bare(one['blocked-uri']),
        line: one['line-number'],
        count: counts.csp,
      },
      'csp report',
    )
    return c.body(null, 204)
  })
  return routes
}

/** Removes the query and fragment of a URL, which may identify a visitor. */
function bare(address: string): string {
  if (!URL.canParse(address)) return pathWithoutSecrets(address.split(/[?#]/)[0] ?? '')
  const url = new URL(address)
  return url.origin === 'null' ? url.protocol : url.origin + pathWithoutSecrets(url.pathname)
}
