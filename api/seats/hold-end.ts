import { type ApiDeps } from '../deps.ts'
import { addMinutes } from '../rules/time/local-time.ts'

/** Somebody on the phone goes to their mailbox, and perhaps asks somebody else. */
export const PHONE_HOLD_MINUTES = 120

/**
 * Until when seats are kept unpaid. On the phone longer, but not beyond the end of sales, unless
 * that is sooner than any shopper has; and never beyond departure.
 */
export function holdEnd(
  { settings }: Pick<ApiDeps, 'settings'>,
  { departAt, salesCloseAt }: { departAt: Date; salesCloseAt: Date },
  { onPhone, now }: { onPhone: boolean; now: Date },
): Date {
  const usual = addMinutes(now, settings.holdMinutes)
  const open = salesCloseAt > usual ? salesCloseAt : usual
  const end = onPhone ? earlier(addMinutes(now, PHONE_HOLD_MINUTES), open) : usual
  return earlier(end, departAt)
}

const earlier = (a: Date, b: Date) => (a < b ? a : b)
