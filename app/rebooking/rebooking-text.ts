import { type RebookingOffer } from '#contract/call-off.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDay, formatDayAndYear, formatTime, toLocalDate } from '../format/local-time.ts'
import { describeParty } from '../waitlist/waitlist-text.ts'

const REASONS: Record<RebookingOffer['reason'], string> = {
  weather: 'The weather does not let us fly.',
  technical: 'Our aircraft is not ready to fly.',
  too_few_passengers: 'Too few guests have booked this departure.',
  other: 'We cannot fly this time.',
}

/** The reason of the cancellation, in a sentence. */
export const describeCancellationReason = ({ reason }: Pick<RebookingOffer, 'reason'>): string =>
  REASONS[reason]

type Flight = RebookingOffer['flight']

/** `Friday, June 18, 10:00 AM EDT` */
export const formatDepartureTime = ({
  local_date: date,
  local_time: time,
  timezone_label: zone,
}: Flight): string => `${formatDay(date)}, ${formatTime(time)} ${zone}`

/** What was refunded: an amount, or gift cards that can be used again. */
export const describeReturnedMoney = ({ amount, to }: NonNullable<RebookingOffer['refund']>): string =>
  amount > 0 ? formatDollars(amount) : to.map(({ label }) => label).join(', ')

interface End {
  title: string
  lines: string[]
  /** The link to continue. */
  nextAction: { text: string; href: string }
}

/**
 * The outcome of a rebooking offer, for a visitor who opens its link later.
 *
 * @param brandZone decides when a day begins: a voucher is valid until the end of one
 */
export function describeRebookingEnd(offer: RebookingOffer, brandZone: string): End {
  const { flight, order_id: id, voucher, moved_to: moved, refunded_amount: refunded } = offer
  const checkout = { text: 'Choose a flight', href: `/checkout/${flight.product_slug}` }
  const order = { text: 'See your order', href: `/account/orders/${String(id)}` }
  if (offer.over) {
    const lines = [
      'The time to choose is over. All that you paid is on its way to you as a voucher, by mail.',
    ]
    return { title: 'Your voucher is on its way', lines, nextAction: checkout }
  }
  if (offer.state === 'moved' && moved) {
    const lines = [
      `${describeParty(offer)} on ${moved.product_name}, ${formatDepartureTime(moved)}, from ` +
        `${moved.terminal_name}.`,
      'There was no fee and nothing to pay on top. Your new ticket is on its way by mail.',
    ]
    return { title: 'You fly at another time', lines, nextAction: order }
  }
  if (offer.state === 'voucher' && voucher) {
    const until = formatDayAndYear(toLocalDate(voucher.expires_at, brandZone))
    const by = offer.answered_by === 'clock' ? 'You did not choose in time, so all' : 'All'
    const lines = [
      `${by} that you paid is on a re-schedule voucher for ${formatDollars(voucher.amount)}, ` +
        `good until ${until}.`,
      `Its code ends with ${voucher.code_tail}. We have mailed it to you; it is in your account too.`,
    ]
    return { title: 'You have a voucher', lines, nextAction: checkout }
  }
  if (offer.state === 'refunded') {
    const amount = refunded ? formatDollars(refunded) : 'What you paid'
    const lines = [`${amount} is on its way back. Banks usually show it within five to ten business days.`]
    return { title: 'Your money is on its way back', lines, nextAction: checkout }
  }
  const lines = ['This order came to its end in another way, so there is nothing left to choose here.']
  return { title: 'Nothing is left to choose', lines, nextAction: order }
}
