import { MAINTENANCE_RETRY_SECONDS, MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { type Brand } from '#contract/catalogue.ts'
import { readIntent } from '../ui/form/sent-values.server.ts'

/**
 * Paths that stay available: the staff area, returns from payments, mailed links of buyers, and
 * files.
 */
const STAYS_OPEN = new RegExp(
  [
    String.raw`^/(staff|pilot|agent|account|order-confirmation`,
    String.raw`|reschedule-flight|reschedule-flight-confirmation|orders|passengers`,
    String.raw`|reschedule-credits|pay|gifts|waitlist/entries)(/|$)`,
    String.raw`|^/(subscribe/[^/]+(/stop)?|resume/[^/]+/stop)$|\.[a-z0-9]{2,5}$`,
  ].join(''),
)

/** Whether the page is for those who ordered already, or for staff, or is a file. */
export const staysOpen = (pathname: string): boolean => STAYS_OPEN.test(pathname)

/** Whether the request is for a page of a shop under maintenance. */
export const isUnderMaintenance = (request: Request, { maintenance }: Pick<Brand, 'maintenance'>): boolean =>
  maintenance === true && !staysOpen(new URL(request.url).pathname)

/** Tells programs when to retry, and keeps caches from storing the page. */
export function setMaintenanceHeaders(headers: Headers): void {
  headers.set('Retry-After', String(MAINTENANCE_RETRY_SECONDS))
  headers.set('Cache-Control', 'no-store')
}

/** The bank was asked already: reading the result starts nothing new. */
async function isSettling(request: Request): Promise<boolean> {
  if (!/^\/checkout\/[^/]+\/(pay|gift)$/.test(new URL(request.url).pathname) || request.bodyUsed) return false
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined)
  return form !== undefined && readIntent(form) === 'settle'
}

/** Refuses forms of a closed shop, because what they start could not be finished. */
export async function refuseDuringMaintenance(
  request: Request,
  brand: Pick<Brand, 'maintenance'>,
): Promise<void> {
  if (request.method === 'GET' || request.method === 'HEAD' || !isUnderMaintenance(request, brand)) return
  if (await isSettling(request)) return
  const headers = new Headers()
  setMaintenanceHeaders(headers)
  throw new Response(MAINTENANCE_SENTENCE, { status: 503, headers })
}
