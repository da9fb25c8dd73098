import { type RescheduleClaim } from '#contract/call-off.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDay, formatDayAndYear, formatTime, localDateOf } from '../format/local-time.ts'
import { partyWords } from '../waitlist/waitlist-text.ts'

const REASONS: Record<RescheduleClaim['reason'], string> = {
  weather: 'The weather does not let us fly.',
  technical: 'Our aircraft is not ready to fly.',
  other: 'We cannot fly this time.',
}

/** Why, in a sentence. */
export const reasonWords = ({ reason }: Pick<RescheduleClaim, 'reason'>): string => REASONS[reason]

type Flight = RescheduleClaim['flight']

/** `Friday, June 18, 10:00 AM EDT` */
export const whenWords = ({ local_date: date, local_time: time, timezone_label: zone }: Flight): string =>
  `${formatDay(date)}, ${formatTime(time)} ${zone}`

/** What came back: an amount, or gift cards that are free again. */
export const moneyWords = ({ amount, to }: NonNullable<RescheduleClaim['refund']>): string =>
  amount > 0 ? formatDollars(amount) : to.map(({ label }) => label).join(', ')

interface End {
  title: string
  lines: string[]
  /** The way on. */
  way: { text: string; href: string }
}

/**
 * How a claim ended, for whoever opens its link afterwards.
 *
 * @param brandZone by which the brand's days begin: a voucher is good until the end of one
 */
export function endWords(claim: RescheduleClaim, brandZone: string): End {
  const { flight, order_id: id, voucher, moved_to: moved, refunded_amount: refunded } = claim
  const checkout = { text: 'Choose a flight', href: `/checkout/${flight.product_slug}` }
  const order = { text: 'See your order', href: `/account/orders/${String(id)}` }
  if (claim.over) {
    const lines = [
      'The time to choose is over. All that you paid is on its way to you as a voucher, by mail.',
    ]
    return { title: 'Your voucher is on its way', lines, way: checkout }
  }
  if (claim.state === 'moved' && moved) {
    const lines = [
      `${partyWords(claim)} on ${moved.product_name}, ${whenWords(moved)}, from ${moved.terminal_name}.`,
      'There was no fee and nothing to pay on top. Your new ticket is on its way by mail.',
    ]
    return { title: 'You fly at another time', lines, way: order }
  }
  if (claim.state === 'voucher' && voucher) {
    const until = formatDayAndYear(localDateOf(voucher.expires_at, brandZone))
    const by = claim.answered_by === 'clock' ? 'You did not choose in time, so all' : 'All'
    const lines = [
      `${by} that you paid is on a re-schedule voucher for ${formatDollars(voucher.amount)}, ` +
        `good until ${until}.`,
      `Its code ends with ${voucher.code_tail}. We have mailed it to you; it is in your account too.`,
    ]
    return { title: 'You have a voucher', lines, way: checkout }
  }
  if (claim.state === 'refunded') {
    const amount = refunded ? formatDollars(refunded) : 'What you paid'
    const lines = [`${amount} is on its way back. Banks usually show it within five to ten business days.`]
    return { title: 'Your money is on its way back', lines, way: checkout }
  }
  const lines = ['This order came to its end in another way, so there is nothing left to choose here.']
  return { title: 'Nothing is left to choose', lines, way: order }
}
