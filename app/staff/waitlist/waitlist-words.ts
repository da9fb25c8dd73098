import { type WaitlistRow } from '#contract/waitlist.ts'
import { formatCount } from '../parts/count-noun.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'
import { type StateWords } from '../parts/staff-state.tsx'

/** An offer by hand, or a press without one; one form in each row. */
export const OFFER_SHAPE = {
  id: 'offer',
  labels: { quantity: 'Seats', minutes: 'Held for' },
} as const satisfies FormShape

/** How long an offer by hand may hold seats, in minutes. */
export const OFFER_TIMES = [
  { id: 30, name: 'half an hour' },
  { id: 60, name: 'an hour' },
  { id: 120, name: 'two hours' },
  { id: 240, name: 'four hours' },
  { id: 1440, name: 'a day' },
] as const

/** Who can be offered seats by hand: who waits, and whose offer has ended without a booking. */
export const mayBeOffered = ({ status }: Pick<WaitlistRow, 'status'>): boolean =>
  status === 'waiting' || status === 'lapsed' || status === 'declined'

type Entry = Pick<WaitlistRow, 'status' | 'offer_expires_at' | 'offer_quantity' | 'quantity' | 'seats_free'>

/** Where a party stands. */
export function describeEntry(entry: Entry, formatUntil: (at: string) => string): StateWords {
  const { status, offer_expires_at: until, offer_quantity: offered, quantity, seats_free: free } = entry
  if (until !== null) {
    return {
      text: `${formatCount(offered ?? quantity, 'seat', 'seats')} offered until ${formatUntil(until)}`,
      shape: 'here',
    }
  }
  if (status === 'lapsed' || status === 'offered') return { text: 'Missed the offer', shape: 'late' }
  if (status === 'declined') return { text: 'Declined the offer', shape: 'off' }
  return free > 0 && free < quantity
    ? { text: `Too many: ${formatCount(free, 'seat', 'seats')} free`, shape: 'few' }
    : { text: 'Waits', shape: 'none' }
}

/** `1st`, `2nd`, `3rd`, `4th`, … `11th`. */
export function ordinal(place: number): string {
  const rule = new Intl.PluralRules('en', { type: 'ordinal' }).select(place)
  return `${String(place)}${{ one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }[rule]}`
}
