import { createHash } from 'node:crypto'
import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../db/client.ts'
import { type RescheduleWish } from '../rules/reschedules/order-change-request.ts'
import { findRescheduleFee, type RescheduleFee } from '../rules/reschedules/reschedule-fee.ts'
import { type PricedChange } from '../rules/pricing/price-added-upgrades.ts'
import { findMoveParts } from '../rules/reschedules/reschedule-parts.ts'
import { priceMove } from '../rules/reschedules/price-reschedule.ts'
import { findUnitPrice } from '../rules/pricing/unit-price.ts'
import { timezoneLabel } from '../rules/time/local-time.ts'
import { explainNoCredit, findCredit } from './find-change-credit.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { type CartFacts, loadCartFacts } from '../pricing/load-cart-facts.ts'
import { type Party } from '../slots/slot-store.ts'
import { type Chosen, chooseParty, neverFits, partyOf } from './choose-rescheduled-party.ts'
import { type Movable, loadMovable } from './load-reschedule.ts'
import { type MoveAsk, type MoveTrouble } from './reschedule-request.ts'
import { openQuote, type PromisedPrice, signQuote } from './reschedule-quote.ts'

export interface AgreedMove {
  movable: Movable
  facts: CartFacts
  /** What the new flight has to take. */
  party: Party
  wish: RescheduleWish
  fee: RescheduleFee
  /** Of the fee, what staff do without. */
  waivedCents: number
  priced: PricedChange
  /** Left of their credit, cents; null where none can pay. */
  creditCents: number | null
  quote: string
  quotedAt: Date
  /** The quote that was shown left less for the card: credit was spent elsewhere, or a tax rose. */
  dearerThanShown: boolean
  hash: string
}

export type JudgedMove =
  | { ok: true; move: AgreedMove; movable: Movable; creditCents: number | null }
  | ({ ok: false; movable: Movable | undefined; creditCents: number | null } & MoveTrouble)

interface Judging {
  secret: string
  now: Date
  /** In the transaction that takes the credit; the order's row must be locked. */
  lock?: boolean
}

/**
 * Prices moving a party, or some of it, to another departure of the same flight, or says why it
 * cannot be. Takes nothing: whether there is room is decided under the slot's lock. A price shown
 * less than 15 minutes ago still counts.
 */
export async function judgeMove(
  db: DbOrTx,
  order: OrderRow,
  ask: MoveAsk,
  { secret, now, lock = false }: Judging,
): Promise<JudgedMove> {
  const movable = await loadMovable(db, order, ask.flightId, { now })
  const creditCents = await findCredit(db, order, ask.payer ?? ask.by, lock)
  const refuse = (trouble: MoveTrouble): JudgedMove => ({ ok: false, movable, creditCents, ...trouble })
  const invalid = (fields: FieldErrors) => refuse({ reason: 'invalid', fields })
  if (!movable) return refuse({ reason: 'move_unknown' })
  const allowed = movable.obstacle === 'move_off' && ask.forCustomer === true
  if (movable.obstacle && !allowed) return refuse({ reason: movable.obstacle })
  const chosen = chooseParty(order, movable, ask)
  if (!chosen.ok) return refuse(chosen)
  const { departureId, departAt } = ask
  if (departureId === movable.departureId && departAt.getTime() === movable.departAt.getTime()) {
    return refuse({ reason: 'same_flight' })
  }
  const loaded = await loadCartFacts(db, { brandId: order.brandId, departureId, departAt, now })
  if (!loaded.ok) return readFactsRefusal(loaded.reason, refuse)
  const { facts } = loaded
  if (facts.slot.productId !== order.productId) return invalid(OTHER_FLIGHT)
  const party = partyOf(order, chosen, facts)
  const tooMuch = party.kind === 'flight' && neverFits(party, chosen.units, facts)
  if (tooMuch) return refuse({ reason: tooMuch })
  if (ask.useCredit && !creditCents) return invalid({ apply_user_credit: [explainNoCredit(order, ask.by)] })
  const unit = findUnitPrice(facts.pricing, order.quantityType)
  if (!unit) return invalid(OTHER_FLIGHT)
  const kept = ask.quote === undefined ? undefined : openQuote(secret, ask.quote, now)
  const move = agree({
    order,
    movable,
    facts,
    ask,
    chosen,
    party,
    creditCents,
    listCents: unit.listCents,
    kept,
    now,
    secret,
  })
  return { ok: true, move, movable, creditCents }
}

const CHOOSE_OTHER = 'Please choose another departure of the same flight'
const OTHER_FLIGHT = { departure_id: [CHOOSE_OTHER] }

function readFactsRefusal(
  reason: Exclude<Awaited<ReturnType<typeof loadCartFacts>>, { ok: true }>['reason'],
  refuse: (trouble: MoveTrouble) => JudgedMove,
): JudgedMove {
  if (reason === 'sold_out' || reason === 'flight_closed') return refuse({ reason })
  const fields =
    reason === 'not_flying_then' ? { depart_at: ['This departure does not fly at that time'] } : OTHER_FLIGHT
  return refuse({ reason: 'invalid', fields })
}

interface Agreeing extends Judging {
  order: OrderRow
  movable: Movable
  facts: CartFacts
  ask: MoveAsk
  chosen: Chosen
  party: Party
  creditCents: number | null
  listCents: number
  kept: PromisedPrice | undefined
}

function agree(agreeing: Agreeing): AgreedMove {
  const { order, movable, facts, ask, chosen, party, creditCents, kept, now, secret } = agreeing
  const { units, whole, people } = chosen
  const promised = promise(agreeing)
  const { feeCents, late, differences, listCents } = promised
  const feeQuantity = ask.waivesFee ? 0 : promised.feeQuantity
  const { parts } = findParts(agreeing, listCents)
  const fee = {
    ...findRescheduleFee(movable.feeRule, { departAt: movable.departAt, units, now }),
    unitCents: feeCents,
    quantity: feeQuantity,
    cents: feeCents * feeQuantity,
    late,
  }
  const used = ask.useCredit ? (creditCents ?? 0) : 0
  const cart = { quantityType: order.quantityType, units, creditCents: used }
  const priced = priceMove(facts.pricing, cart, { fee, differences })
  const { creditsCents, taxCents } = priced
  const amountDueCents = priced.amountDueCents ?? 0
  const wish: RescheduleWish = {
    fromFlightIds: movable.fromFlightIds,
    units,
    whole,
    passengerIds: people.map(({ id }) => id),
    departureId: ask.departureId,
    departAt: facts.slot.departAt.toISOString(),
    listCents,
    parts,
    from: say(movable.departAt, movable.timezone),
    to: say(facts.slot.departAt, facts.slot.timezone),
  }
  return {
    movable,
    facts,
    party,
    wish,
    fee,
    waivedCents: ask.waivesFee ? promised.feeCents * promised.feeQuantity : 0,
    priced,
    creditCents,
    quote: signQuote(secret, { ...promised, creditsCents, taxCents, amountDueCents }),
    quotedAt: new Date(promised.at),
    dearerThanShown: promised === kept && amountDueCents > kept.amountDueCents,
    hash: hashOf(wish, priced),
  }
}

/** `Friday 14 May 2027, 4:30 pm EDT`, as the account tells every moment: its history shows this. */
function say(departAt: Date, timezone: string): string {
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

/** What it leaves for the card is reckoned from it. */
type FreshPrice = Omit<PromisedPrice, 'creditsCents' | 'taxCents' | 'amountDueCents'>

/**
 * What was shown before counts as long as it was for this very move, of seats that owe the same.
 */
function promise(agreeing: Agreeing): PromisedPrice | FreshPrice {
  const { order, movable, facts, chosen, listCents, kept, now } = agreeing
  const { units } = chosen
  const subject = {
    orderId: order.id,
    fromFlightIds: movable.fromFlightIds,
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
  const fee = findRescheduleFee(movable.feeRule, { departAt: movable.departAt, units, now })
  return {
    ...subject,
    feeCents: fee.unitCents,
    feeQuantity: fee.quantity,
    late: fee.late,
    differences: findParts(agreeing, listCents).differences,
    listCents,
    at: now.getTime(),
  }
}

const findParts = ({ movable: { items, gifts }, facts, chosen }: Agreeing, listCents: number) =>
  findMoveParts(items, gifts, chosen, {
    listCents,
    departure: { productId: facts.product.id, fareId: facts.departure.fareId },
  })

/** The same people to the same flight at the same price, paid in the same way. */
function hashOf(wish: RescheduleWish, { lines, totalCents, creditsCents }: PricedChange): string {
  const content = {
    wish,
    lines: lines.map(({ kind, amountCents }) => [kind, amountCents]),
    totalCents,
    creditsCents,
  }
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
