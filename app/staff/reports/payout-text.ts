import { type Payout, type PayoutState } from '#contract/payout.ts'
import { type StateWords } from '../parts/staff-state.tsx'

export const PAYOUT_STATES: Record<PayoutState, StateWords> = {
  pending: { text: 'Being put together', shape: 'none' },
  in_transit: { text: 'On its way', shape: 'in-air' },
  paid: { text: 'At the bank', shape: 'ok' },
  failed: { text: 'Sent back', shape: 'bad' },
  canceled: { text: 'Cancelled', shape: 'off' },
}

/** Whether every part of a payout is posted to the ledger, as a sentence. */
export function matchText({
  automatic,
  booked_at: booked,
  lines,
  unmatched,
  difference,
  status,
}: Payout): string {
  if (booked === null) return 'It is not in the books yet: the provider has not told what is in it.'
  if (!automatic) return 'Made by hand: the provider does not tell what is in it.'
  if (unmatched > 0)
    return `${String(unmatched)} of ${movements(lines)} ${unmatched === 1 ? 'is' : 'are'} not in the books.`
  if (difference !== 0) return 'Its amount is not the sum of what is in it.'
  const all = `All of it is in the books: ${movements(lines)}.`
  return status === 'failed' || status === 'canceled'
    ? `${all} The bank sent it back: its money comes with a later payout.`
    : all
}

/** Whether every part of a payout is posted to the ledger, as a short text for a cell. */
export function shortMatch({ automatic, booked_at: booked, lines }: Payout): string {
  if (booked === null) return 'Not yet'
  return automatic ? `All ${lines.toLocaleString('en-US')}` : 'Not told'
}

export const payoutAgrees = ({ unmatched, difference }: Payout): boolean =>
  unmatched === 0 && difference === 0

const movements = (count: number): string =>
  count === 1 ? 'one movement' : `${count.toLocaleString('en-US')} movements`
