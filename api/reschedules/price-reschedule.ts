import { createHash } from 'node:crypto'
import { type FieldErrors } from '#contract/errors.ts'
import { type KeyRing } from '#settings/key-ring.ts'
import { type DbOrTx } from '../db/client.ts'
import { type RescheduleDetails } from '../rules/reschedules/order-change-request.ts'
import { findRescheduleFee, type RescheduleFee } from '../rules/reschedules/reschedule-fee.ts'
import { type PricedChange } from '../rules/pricing/price-added-upgrades.ts'
import { findRescheduleParts } from '../rules/reschedules/reschedule-parts.ts'
import { priceReschedule } from '../rules/reschedules/price-reschedule.ts'
import { findUnitPrice } from '../rules/pricing/price-lines.ts'
import { timezoneLabel } from '../rules/time/local-time.ts'
import { explainNoCredit, findCredit } from './find-change-credit.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { type CartFacts, loadCartFacts } from '../pricing/load-cart-facts.ts'
import { type Party } from '../slots/slot-store.ts'
import { type PartySelection, chooseParty, neverFits, getPartyToSeat } from './choose-rescheduled-party.ts'
import { judgeOtherProduct } from './judge-other-product.ts'
import { type ReschedulableParty, loadReschedulable } from './load-reschedule.ts'
import { type RescheduleInput, type RescheduleProblem } from './reschedule-request.ts'
import { readSignedQuote, type QuotedPrice, signQuote } from './reschedule-quote.ts'

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

export type RescheduleJudgement =
  | { ok: true; reschedule: AgreedReschedule; movable: ReschedulableParty; creditCents: number | null }
  | ({ ok: false; movable: ReschedulableParty | undefined; creditCents: number | null } & RescheduleProblem)

interface Judging {
  ring: KeyRing
  now: Date
  /** In the transaction that reserves the credit; the order's row must be locked. */
  lock?: boolean
}

/**
 * Prices a reschedule of a party, or some of it, to another departure of what they fly, or of the other
 * product that staff chose, or says why it is not possible. It reserves nothing: the room is checked
 * under the slot's lock. A price shown less than 15 minutes ago still holds.
 */
export async function judgeReschedule(
  db: DbOrTx,
  order: OrderRow,
  ask: RescheduleInput,
  { ring, now, lock = false }: Judging,
): Promise<RescheduleJudgement> {
  const reschedulable = await loadReschedulable(db, order, ask.flightId, { now })
  const creditCents = await findCredit(db, order, ask.payer ?? ask.by, lock)
  const refuse = (trouble: RescheduleProblem): RescheduleJudgement => ({
    ok: false,
    movable: reschedulable,
    creditCents,
    ...trouble,
  })
  const invalid = (fields: FieldErrors) => refuse({ reason: 'invalid', fields })
  if (!reschedulable) return refuse({ reason: 'move_unknown' })
  const ours = ['move_off', 'move_still_due'].includes(reschedulable.obstacle ?? '')
  const allowed = ours && ask.forCustomer === true
  if (reschedulable.obstacle && !allowed) return refuse({ reason: reschedulable.obstacle })
  const chosen = chooseParty(order, reschedulable, ask)
  if (!chosen.ok) return refuse(chosen)
  const { departureId, departAt } = ask
  if (departureId === reschedulable.departureId && departAt.getTime() === reschedulable.departAt.getTime()) {
    return refuse({ reason: 'same_flight' })
  }
  const forStaff = ask.forCustomer === true
  const wanted = { brandId: order.brandId, departureId, departAt, now, forStaff }
  const loaded = await loadCartFacts(db, wanted)
  if (!loaded.ok) return readFactsRefusal(loaded.reason, refuse)
  const { facts } = loaded
  const isOther = facts.slot.productId !== reschedulable.productId
  if (facts.slot.productId !== chooseProduct(reschedulable, ask)) return invalid(OTHER_FLIGHT)
  const there = isOther
    ? await judgeOtherProduct(db, { order, movable: reschedulable, chosen, facts, ask })
    : { ok: true as const, seats: chosen.seats }
  if (!there.ok) return refuse(there)
  const party = getPartyToSeat(order, chosen, facts)
  const tooMuch = party.kind === 'flight' && neverFits(party, chosen.units, facts)
  if (tooMuch) return refuse({ reason: tooMuch })
  if (ask.useCredit && !creditCents) return invalid({ apply_user_credit: [explainNoCredit(order, ask.by)] })
  const unit = findUnitPrice(facts.pricing, order.quantityType)
  if (!unit) return invalid(OTHER_FLIGHT)
  const kept = ask.quote === undefined ? undefined : readSignedQuote(ring, ask.quote, now)
  const move = toAgreedReschedule({
    order,
    movable: reschedulable,
    facts,
    ask,
    chosen: { ...chosen, seats: there.seats },
    party,
    creditCents,
    listCents: unit.listCents,
    kept,
    now,
    ring,
  })
  return { ok: true, reschedule: move, movable: reschedulable, creditCents }
}

const chooseProduct = ({ productId }: ReschedulableParty, ask: RescheduleInput) =>
  ask.forCustomer === true ? (ask.productId ?? productId) : productId

const CHOOSE_OTHER = 'Please choose another departure of the same flight'
const OTHER_FLIGHT = { departure_id: [CHOOSE_OTHER] }

function readFactsRefusal(
  reason: Exclude<Awaited<ReturnType<typeof loadCartFacts>>, { ok: true }>['reason'],
  refuse: (trouble: RescheduleProblem) => RescheduleJudgement,
): RescheduleJudgement {
  if (reason === 'sold_out' || reason === 'flight_closed') return refuse({ reason })
  const fields =
    reason === 'not_flying_then' ? { depart_at: ['This departure does not fly at that time'] } : OTHER_FLIGHT
  return refuse({ reason: 'invalid', fields })
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

function toAgreedReschedule(agreeing: Agreeing): AgreedReschedule {
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
