import { type TenderShare } from '#contract/tenders.ts'
import { formatDate, toLocalDate } from '../format/local-time.ts'

/** The status of a gift, as its giver reads it. */
export const SHARE_STATES: Readonly<Record<TenderShare['state'], string>> = {
  scheduled: 'Waits for its day',
  sent: 'Sent',
  opened: 'Opened',
  booked: 'Booked',
  flown: 'Flown',
  private: 'Sent',
  printed: 'Printed',
  taken_back: 'Taken back',
}

/** The date of an instant: `5 December 2036`. */
export const dateOf = (at: string, timezone: string): string => formatDate(toLocalDate(at, timezone))

/** The text below a card that is part of a gift. */
export function shareText(share: TenderShare, timezone: string): string {
  const { state, recipient, send_on: day } = share
  if (state === 'printed' || recipient === null)
    return `Printed at home on ${dateOf(share.created_at, timezone)}`
  if (state === 'scheduled')
    return `Goes to ${recipient} on ${formatDate(day ?? share.created_at.slice(0, 10))}`
  return `Emailed to ${recipient}${share.mailed_at ? ` on ${dateOf(share.mailed_at, timezone)}` : ''}`
}

/**
 * The flights of a gift, each once: `The New Yorker and Harbor Lights`; undefined if it has none.
 */
export function flightsText(names: readonly (string | undefined)[]): string | undefined {
  const flights = [...new Set(names.flatMap((name) => name ?? []))]
  const last = flights.pop()
  return flights.length > 0 ? `${flights.join(', ')} and ${String(last)}` : last
}

/** `One seat` or `One whole flight`. */
export const unitText = (unit: 'seat' | 'flight' | null): string =>
  unit === 'flight' ? 'one whole flight' : 'one seat'

/**
 * The address that redeems a gift card or voucher of the account. Its number is no secret, because
 * it works for its owner only.
 */
export const redeemHref = (
  what: { kind: 'gift_card' | 'voucher'; id: number },
  { product, unit }: { product: number | null; unit?: 'seat' | 'flight' },
): string => {
  const whole = unit === 'flight' ? '&quantity_type=flight' : ''
  return `/checkout${
    product === null ? '' : `/${String(product)}`
  }?redeem=1${whole}&${what.kind}_id=${String(what.id)}`
}
