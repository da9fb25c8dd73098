import { addDays, addMinutes, instantOf, toLocalDate } from '../../rules/time/local-time.ts'
import { FIRST_DAY } from './demand.ts'
import { DESK_CLOSES, DESK_OPENS, planBookings, type SeasonDays, slotKey, ZONE } from './plan-bookings.ts'
import { planCardSales } from './plan-card-sales.ts'
import { planCallOff, planFullAfternoon } from './plan-call-off.ts'
import { planDisputes, planLaterSteps } from './plan-later.ts'
import { planOpenThings } from './plan-open.ts'
import { planPairs } from './plan-pairs.ts'
import { type Person } from './people.ts'
import { createRandom, type Random } from './random.ts'
import { type HouseStep, type PlannedBooking, type PlannedCardSale, type SeasonStep } from './steps.ts'

/** The products whose departures a bought card pays, by its fare. */
const PRODUCT_OF_FARE: Readonly<Record<number, number>> = { 61: 6, 81: 8, 101: 10, 121: 12, 131: 13 }
const REDEEMED = 14
const BOUNCED = 3

/**
 * All that happens in the demo shop over its season, in the order of time; the same for the same
 * seed and moment. It reads no clock and no database.
 */
export function planSeason({ seed, now }: { seed: string; now: Date }): SeasonStep[] {
  const days: SeasonDays = { seed, now, today: toLocalDate(now, ZONE) }
  const random = createRandom(`${seed} / season`)
  const gifts = planCardSales(days)
  const drawn = planBookings(days)
  const bookings = redeemGifts(random, [...drawn, ...planFullAfternoon(drawn, days)], gifts)
  const taken = new Set<string>()
  const calledOff = planCallOff(bookings, days, taken)
  const disputes = planDisputes(bookings, days, taken)
  const later = planLaterSteps(bookings, days, taken)
  for (const { key } of later) taken.add(key)
  const offered = calledOff ? bookings.filter((one) => !isTooLate(one, calledOff.callOff)) : bookings
  const withVouchers = spendVouchers(offered, later)
  const steps: SeasonStep[] = [
    ...spoilAddresses(withVouchers, days),
    ...gifts,
    ...(calledOff ? [calledOff.callOff, ...calledOff.answers] : []),
    ...disputes,
    ...later,
    ...planOpenThings(withVouchers, days, taken),
    ...planPairs(bookings, days),
    ...planHouse(random, days),
  ]
  // A booking stands before what follows it, and what begins a day before its sales.
  return steps.filter(({ at }) => at < now).toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** Nobody books a departure that has been called off. */
const isTooLate = ({ at, departure }: PlannedBooking, callOff: { at: Date; departures: SlotName[] }) =>
  at > callOff.at && callOff.departures.some((one) => slotKey(one) === slotKey(departure))
type SlotName = Parameters<typeof slotKey>[0]

/** Some bookings are paid with a card that was bought before, for the same product. */
function redeemGifts(
  random: Random,
  bookings: readonly PlannedBooking[],
  gifts: readonly PlannedCardSale[],
): PlannedBooking[] {
  const free = [...gifts]
  const changed = new Map<string, PlannedBooking>()
  for (const booking of bookings) {
    if (changed.size >= REDEEMED || booking.payment.by !== 'card' || booking.whole || booking.joinsClub)
      continue
    const at = free.findIndex(
      (gift) =>
        PRODUCT_OF_FARE[gift.fareId] === booking.departure.productId &&
        gift.at < addMinutes(booking.at, -24 * 60) &&
        (gift.brandId === booking.brandId || booking.departure.productId === 8),
    )
    const gift = free[at]
    if (!gift || !random.chance(0.85)) continue
    free.splice(at, 1)
    changed.set(booking.key, {
      ...booking,
      ...(gift.recipient ? bookedBy(gift.recipient, booking) : {}),
      brandId: gift.brandId,
      code: null,
      payment: { by: 'gift', gift: gift.key },
    })
  }
  return bookings.map((booking) => changed.get(booking.key) ?? booking)
}

const bookedBy = (buyer: Person, { party }: PlannedBooking): Pick<PlannedBooking, 'buyer' | 'party'> => ({
  buyer,
  party: party.map((one, at) => (at === 0 ? { ...one, name: `${buyer.first} ${buyer.last}` } : one)),
})

/** Most vouchers come back at the desk, as far as somebody buys there. */
function spendVouchers(
  bookings: readonly PlannedBooking[],
  later: readonly { kind: string; key: string; at: Date }[],
): PlannedBooking[] {
  const given = later.filter(({ kind }) => kind === 'voucher').filter((_, index) => index % 3 < 2)
  return bookings.map((booking) => {
    if (booking.channel !== 'counter' || booking.payment.by !== 'reader') return booking
    const at = given.findIndex((voucher) => voucher.at < booking.at)
    const [voucher] = at < 0 ? [] : given.splice(at, 1)
    return voucher ? { ...booking, payment: { by: 'voucher', voucher: voucher.key } } : booking
  })
}

/** A few of the last buyers have typed an address that takes no mail. */
function spoilAddresses(bookings: readonly PlannedBooking[], { now }: SeasonDays): PlannedBooking[] {
  const recent = bookings
    .filter(({ at, payment, channel }) => channel === 'web' && payment.by === 'card' && at < now)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
  const spoiled = new Set(recent.filter((_, index) => index % 4 === 1).slice(0, BOUNCED))
  return bookings.map((booking) =>
    spoiled.has(booking)
      ? { ...booking, buyer: { ...booking.buyer, email: `bounce.${booking.buyer.email}` } }
      : booking,
  )
}

/** By then the last flight of the western coast has landed. */
const LAST_IS_BACK = '04:30'

/** What the house does every day. */
function planHouse(random: Random, { today, now }: SeasonDays): HouseStep[] {
  const steps: HouseStep[] = []
  for (let day = FIRST_DAY - 1; day <= 0; day += 1) {
    const date = addDays(today, day)
    steps.push({ kind: 'night', at: instantOf(addDays(date, 1), '03:00', ZONE) })
    if (day < FIRST_DAY) continue
    const dollars = random.pick([150, 200, 200])
    steps.push({ kind: 'open-drawer', at: instantOf(date, DESK_OPENS, ZONE), dollars })
    const differenceDollars = random.chance(0.08) ? random.pick([-5, -1, 2]) : 0
    steps.push({ kind: 'close-drawer', at: instantOf(date, DESK_CLOSES, ZONE), differenceDollars })
    steps.push({ kind: 'fly', at: instantOf(addDays(date, 1), LAST_IS_BACK, ZONE), date })
  }
  // What has come back of yesterday and today is written down until half an hour ago.
  for (const date of [addDays(today, -1), today]) steps.push({ kind: 'fly', at: addMinutes(now, -30), date })
  return steps.filter(({ at }) => at < now)
}
