import { type ApiDeps } from '../deps.ts'
import { addMinutes } from '../rules/time/local-time.ts'

/** A customer on the phone needs time to open the mail and perhaps to ask somebody. */
export const PHONE_HOLD_MINUTES = 120

/**
 * When an unpaid hold ends. A phone order has longer, but not beyond the end of sales unless every
 * shopper has that; no hold lasts beyond departure.
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
