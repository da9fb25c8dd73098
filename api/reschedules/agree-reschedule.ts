import { createHash } from 'node:crypto'
import { type KeyRing } from '#settings/key-ring.ts'
import { type RescheduleDetails } from '../rules/reschedules/order-change-request.ts'
import { findRescheduleFee, type RescheduleFee } from '../rules/reschedules/reschedule-fee.ts'
import { type PricedChange } from '../rules/pricing/price-added-upgrades.ts'
import { findRescheduleParts } from '../rules/reschedules/reschedule-parts.ts'
import { priceReschedule } from '../rules/reschedules/price-reschedule.ts'
import { timezoneLabel } from '../rules/time/local-time.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { type CartFacts } from '../pricing/load-cart-facts.ts'
import { type Party } from '../slots/slot-store.ts'
import { type PartySelection } from './choose-rescheduled-party.ts'
import { type ReschedulableParty } from './load-reschedule.ts'
import { type RescheduleInput } from './reschedule-request.ts'
import { type QuotedPrice, signQuote } from './reschedule-quote.ts'

/** A reschedule that is possible, with the price at which it is agreed. */
export interface AgreedReschedule {
  movable: ReschedulableParty
  facts: CartFacts
  /** The party that must fit on the new flight. */
  party: Party
  wish: RescheduleDetails
  fee: RescheduleFee
  /** The part of the fee that staff waive. */
  waivedCents: number
  priced: PricedChange
  /** The remaining credit in cents; null where none can pay. */
  creditCents: number | null
  quote: string
  quotedAt: Date
  /** The shown quote left less for the card, because credit was spent elsewhere or a tax rose. */
  dearerThanShown: boolean
  hash: string
}

/** How a reschedule is judged. */
export interface Judging {
  ring: KeyRing
  now: Date
  /** In the transaction that reserves the credit; the order's row must be locked. */
  lock?: boolean
}

interface Agreeing extends Judging {
  order: OrderRow
  movable: ReschedulableParty
  facts: CartFacts
  ask: RescheduleInput
  chosen: PartySelection
  party: Party
  creditCents: number | null
  listCents: number
  kept: QuotedPrice | undefined
}

/** Prices a reschedule that is possible: at the price that was shown, as long as it holds. */
export function toAgreedReschedule(agreeing: Agreeing): AgreedReschedule {
  const { order, movable: reschedulable, facts, ask, chosen, party, creditCents, kept, now, ring } = agreeing
  const { units, whole, people } = chosen
  const promised = choosePrice(agreeing)
  const { feeCents, late, differences, listCents } = promised
  // A fee that was shown before the delay is not charged any more.
  const feeQuantity = ask.waivesFee || reschedulable.hasNewTime ? 0 : promised.feeQuantity
  const { parts, typedSeats } = findParts(agreeing, listCents)
  const isOther = facts.slot.productId !== reschedulable.productId
  const fee = {
    ...findRescheduleFee(reschedulable.feeRule, { departAt: reschedulable.departAt, units, now }),
    unitCents: feeCents,
    quantity: feeQuantity,
    cents: feeCents * feeQuantity,
    late,
  }
  const used = ask.useCredit ? (creditCents ?? 0) : 0
  const cart = { quantityType: order.quantityType, units, creditCents: used }
  const priced = priceReschedule(facts.pricing, cart, { fee, differences })
  const { creditsCents, taxCents } = priced
  const amountDueCents = priced.amountDueCents ?? 0
  const input: RescheduleDetails = {
    fromFlightIds: reschedulable.fromFlightIds,
    units,
    whole,
    passengerIds: people.map(({ id }) => id),
    departureId: ask.departureId,
    departAt: facts.slot.departAt.toISOString(),
    listCents,
    parts,
    ...(isOther ? { toProductId: facts.slot.productId } : {}),
    ...(typedSeats.length > 0 ? { typedSeats } : {}),
    from:
      nameIf(isOther, reschedulable.productName) +
      formatDeparture(reschedulable.departAt, reschedulable.timezone),
    to: nameIf(isOther, facts.product.name) + formatDeparture(facts.slot.departAt, facts.slot.timezone),
  }
  return {
    movable: reschedulable,
    facts,
    party,
    wish: input,
    fee,
    waivedCents: ask.waivesFee && !reschedulable.hasNewTime ? promised.feeCents * promised.feeQuantity : 0,
    priced,
    creditCents,
    quote: signQuote(ring, { ...promised, creditsCents, taxCents, amountDueCents }),
    quotedAt: new Date(promised.at),
    dearerThanShown: promised === kept && amountDueCents > kept.amountDueCents,
    hash: hashOf(input, priced),
  }
}

/** Both flights are named where they are of different products. */
const nameIf = (isOther: boolean, name: string) => (isOther ? `${name}, ` : '')

/** `Friday 14 May 2027, 4:30 pm EDT`, the format of the order's history. */
function formatDeparture(departAt: Date, timezone: string): string {
  const whole = new Intl.DateTimeFormat('en-US', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timezone,
  })
  const part = Object.fromEntries(whole.formatToParts(departAt).map(({ type, value }) => [type, value]))
  const { weekday = '', day = '', month = '', year = '', hour = '', minute = '', dayPeriod = '' } = part
  const clock = `${hour}:${minute} ${dayPeriod.toLowerCase()} ${timezoneLabel(departAt, timezone)}`
  return `${weekday} ${day} ${month} ${year}, ${clock}`
}

/** A price whose amount for the card is still to be computed. */
type FreshPrice = Omit<QuotedPrice, 'creditsCents' | 'taxCents' | 'amountDueCents'>

/** The shown price holds when it was for this same reschedule of seats that owe the same. */
function choosePrice(agreeing: Agreeing): QuotedPrice | FreshPrice {
  const { order, movable: reschedulable, facts, chosen, listCents, kept, now } = agreeing
  const { units } = chosen
  const subject = {
    orderId: order.id,
    fromFlightIds: reschedulable.fromFlightIds,
    units,
    departureId: facts.slot.departureId,
    departAt: facts.slot.departAt.toISOString(),
  }
  const fresh = JSON.stringify(subject)
  if (kept) {
    const { orderId, fromFlightIds, departureId, departAt } = kept
    const was = { orderId, fromFlightIds, units: kept.units, departureId, departAt }
    const owed = () => findParts(agreeing, kept.listCents).differences
    if (JSON.stringify(was) === fresh && JSON.stringify(owed()) === JSON.stringify(kept.differences)) {
      return kept
    }
  }
  const fee = findRescheduleFee(reschedulable.feeRule, { departAt: reschedulable.departAt, units, now })
  return {
    ...subject,
    feeCents: fee.unitCents,
    feeQuantity: fee.quantity,
    late: fee.isLate,
    differences: findParts(agreeing, listCents).differences,
    listCents,
    at: now.getTime(),
  }
}

const findParts = ({ movable: { items, gifts }, facts, chosen }: Agreeing, listCents: number) =>
  findRescheduleParts(items, gifts, chosen, {
    listCents,
    departure: { productId: facts.product.id, fareId: facts.departure.fareId },
  })

/** The hash of the same people, flight, price and tenders. */
function hashOf(input: RescheduleDetails, { lines, totalCents, creditsCents }: PricedChange): string {
  const content = {
    wish: input,
    lines: lines.map(({ kind, amountCents }) => [kind, amountCents]),
    totalCents,
    creditsCents,
  }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
