import { MAINTENANCE_RETRY_SECONDS, MAINTENANCE_SENTENCE } from '#contract/maintenance.ts'
import { type Brand } from '#contract/catalogue.ts'

/**
 * What goes on: the desk, where payments come back to, what is mailed to people who bought, and
 * files.
 */
const STAYS_OPEN = new RegExp(
  [
    String.raw`^/(staff|account|order-confirmation`,
    String.raw`|reschedule-flight|reschedule-flight-confirmation|orders|passengers`,
    String.raw`|reschedule-credits|pay|gifts|waitlist/entries)(/|$)`,
    String.raw`|^/(subscribe/[^/]+(/stop)?|resume/[^/]+/stop)$|\.[a-z0-9]{2,5}$`,
  ].join(''),
)

/** Whether somebody asks for a page of a shop that is under maintenance. */
export const isUnderMaintenance = (request: Request, { maintenance }: Pick<Brand, 'maintenance'>): boolean =>
  maintenance === true && !STAYS_OPEN.test(new URL(request.url).pathname)

/** Programs are told when to ask again; nobody keeps the page. */
export function setMaintenanceHeaders(headers: Headers): void {
  headers.set('Retry-After', String(MAINTENANCE_RETRY_SECONDS))
  headers.set('Cache-Control', 'no-store')
}

/** The bank was asked already: hearing what came of it begins nothing. */
async function isSettling(request: Request): Promise<boolean> {
  if (!/^\/checkout\/[^/]+\/(pay|gift)$/.test(new URL(request.url).pathname) || request.bodyUsed) return false
  const form = await request
    .clone()
    .formData()
    .catch(() => undefined)
  return form?.get('intent') === 'settle'
}

/** Forms are not sent into a closed shop: nothing is begun that nobody could finish. */
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
