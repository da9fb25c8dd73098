import { inArray } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { upgrades } from '../db/schema/catalogue.ts'
import {
  planPartCancellationWithAmount,
  planRefund,
  type PlannedRefund,
  valueOfRefund,
} from '../rules/refunds/plan-refund.ts'
import { percentOf } from '../rules/money/money.ts'
import { countReturnedUnits, type RequestedUnits } from '../rules/refunds/requested-units.ts'
import { isSecondSeat, typeOfLine } from '../rules/refunds/refund-parts.ts'
import { type Refundable } from '../store/orders/load-refundable.ts'
import { assignGiftsToUnits } from '../gifts/choose-returned-gifts.ts'
import { countParties } from '../seats/count-party.ts'
import { type OrderRow } from '../store/orders/order.ts'

/** The part of an order that ends when some of its party stay home. */
export interface PartToCancel {
  passengerIds: number[]
  /** The flight of these passengers, when the party is split. */
  flightId: number | undefined
}

export type PlannedPart =
  /** Everybody stays home, which is the whole order. */
  | { ok: true; part: undefined }
  | { ok: true; part: PartToCancel; plan: PlannedRefund }
  | { ok: false; fields: FieldErrors }

interface PartRequest {
  order: OrderRow
  refundable: Refundable
  passengerIds: readonly number[]
  /** The share of their value that is refunded, or an amount that staff name. */
  refundBps: number
  own?: { amountCents: number; withGiftCards: boolean } | undefined
}

const invalid = (sentence: string) => ({ ok: false as const, fields: { passenger_ids: [sentence] } })

/**
 * Plans the refund when some of a party stay home: their seats with fees and tax, their second
 * seats, and upgrades that the others do not need; of that the policy's share.
 */
export async function planPartCancellation(
  tx: Tx,
  { order, refundable, passengerIds, refundBps, own }: PartRequest,
): Promise<PlannedPart> {
  const [party] = await countParties(tx, [order.id])
  const ids = [...new Set(passengerIds)]
  const known = party?.people.filter(({ id }) => ids.includes(id)) ?? []
  if (!party || known.length < ids.length || ids.length === 0) {
    return invalid('Please choose passengers of this order')
  }
  if (known.length === party.people.length) return { ok: true, part: undefined }
  if (order.quantityType === 'flight') return invalid('An aircraft bought whole is cancelled as a whole')
  const seated = party.seated.filter(({ people }) => people.some(({ id }) => ids.includes(id)))
  const [first] = seated
  if (!first || seated.length > 1) return invalid('Please cancel the seats of one flight at a time')
  const twoSeats = first.people.filter(({ id, seats }) => ids.includes(id) && seats > 1).length
  const staying = party.people.length - ids.length
  const lines = [...seatLines(refundable, known, twoSeats), ...(await upgradeLines(tx, refundable, staying))]
  const flightId = party.seated.length > 1 ? first.flightId : undefined
  const ask = await assignGiftsToUnits(
    tx,
    { kind: 'lines', lines },
    { orderId: order.id, flightId, order: refundable.order },
  )
  const planned = planRefund(refundable.order, ask)
  if (!planned.ok) return invalid('Nothing of these seats is left to come back')
  const { refund } = planned
  const part = { passengerIds: ids, flightId }
  if (own)
    return {
      ok: true,
      part,
      plan: planPartCancellationWithAmount(
        refundable.order,
        refund,
        own.amountCents + (refund.tenders.dueCents ?? 0),
        own.withGiftCards,
      ),
    }
  if (refundBps === 10_000) return { ok: true, part, plan: refund }
  const cents = percentOf(valueOfRefund(refund), refundBps)
  return {
    ok: true,
    part,
    plan: planPartCancellationWithAmount(refundable.order, refund, cents, refundBps > 0),
  }
}

const leftOf = ({ order }: Refundable, position: number) =>
  (order.lines[position]?.quantity ?? 0) - countReturnedUnits(order, position)

/**
 * One seat per passenger who stays home, of the passenger's type, plus their second seats. Guests who
 * were added later give back the seat that they paid. Where no seat of a type is left, a seat of another
 * stands for it.
 */
function seatLines(
  refundable: Refundable,
  people: readonly { passengerTypeId: number | null; orderChangeId: number | null }[],
  twoSeats: number,
): RequestedUnits[] {
  let second = twoSeats
  const seats = refundable.order.lines.flatMap((line, position) =>
    line.kind === 'seat'
      ? [{ position, line, extra: isSecondSeat(line), left: leftOf(refundable, position), quantity: 0 }]
      : [],
  )
  const own = seats.filter(({ extra }) => !extra)
  for (const { passengerTypeId, orderChangeId } of people) {
    const free = own.filter(({ left, quantity }) => quantity < left)
    const alike = free.filter(({ line }) => typeOfLine(line) === passengerTypeId)
    const seat =
      alike.find(({ line }) => (line.orderChangeId ?? null) === orderChangeId) ?? alike[0] ?? free[0]
    if (seat) seat.quantity += 1
  }
  for (const seat of seats.filter(({ extra }) => extra)) {
    seat.quantity = Math.min(second, seat.left)
    second -= seat.quantity
  }
  return seats.flatMap(({ position, quantity }) => (quantity > 0 ? [{ position, quantity }] : []))
}

/** The upgrades per number of passengers that nobody is left for. */
async function upgradeLines(tx: Tx, refundable: Refundable, staying: number): Promise<RequestedUnits[]> {
  const sold = refundable.order.lines.flatMap(({ kind, subjectId }, position) =>
    kind === 'upgrade' && subjectId !== null ? [{ subjectId, position }] : [],
  )
  if (sold.length === 0) return []
  const rules = await tx
    .select({ id: upgrades.id, goodForXPax: upgrades.goodForXPax, percentBps: upgrades.percentBps })
    .from(upgrades)
    .where(inArray(upgrades.id, [...new Set(sold.map(({ subjectId }) => subjectId))]))
  const kept = new Map(
    rules.map(({ id, goodForXPax }) => [id, Math.ceil(staying / Math.max(1, goodForXPax))]),
  )
  return sold.flatMap(({ subjectId, position }) => {
    const rule = rules.find(({ id }) => id === subjectId)
    if (!rule || rule.goodForXPax <= 0 || rule.percentBps !== null) return []
    const needed = kept.get(subjectId) ?? 0
    const left = leftOf(refundable, position)
    kept.set(subjectId, Math.max(0, needed - left))
    return left > needed ? [{ position, quantity: left - needed }] : []
  })
}
