import { type RescheduleFields } from '#contract/reschedule.ts'
import { type ApiDeps } from '../deps.ts'
import { toCents } from '../rules/money/money.ts'
import { type RescheduleDetails } from '../rules/reschedules/order-change-request.ts'
import { sumOf } from '../rules/pricing/price-lines.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { beginChangePayment } from './begin-change-payment.ts'
import { type ChangePayment } from './continue-change-payment.ts'
import { findLastChange } from '../store/orders/find-change.ts'
import { isFlightChange } from '../store/orders/change-request.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { completeFreeReschedule, openReschedule } from './open-reschedule.ts'
import { QUOTE_LIFETIME_MS } from './reschedule-quote.ts'
import { type RescheduleInput, type RescheduleProblem } from './reschedule-request.ts'
import { type AgreedReschedule } from './agree-reschedule.ts'
import { judgeReschedule } from './price-reschedule.ts'

export type RescheduleStart = ChangePayment | ({ ok: false } & RescheduleProblem)

interface RescheduleContext {
  order: OrderRow
  fields: RescheduleFields
  by: SignedInCaller
  /** It came with an `Idempotency-Key`, which already handles repetitions. */
  keyed: boolean
}

/**
 * Reschedules a paid order's party, or some of it: holds the new seats, takes the payment (on the
 * provider's page, by card, or with credit), then swaps the seats. An open payment for the same
 * reschedule continues; any other one is closed at the provider first. A repeated call after the
 * payment gives the first answer, so nobody pays twice.
 */
export async function rescheduleFlight(deps: ApiDeps, moving: RescheduleContext): Promise<RescheduleStart> {
  const { order, fields, by } = moving
  const { db } = deps.database
  const done = await findDone(deps, moving)
  if (done !== undefined) return { ok: true, changeId: done, payment: null }
  const ask = toRescheduleInput(fields, by)
  const ring = deps.settings.secrets.code
  const judged = await judgeReschedule(db, order, ask, { ring, now: deps.clock.now() })
  if (!judged.ok) return judged
  if (!claimsHold(fields, judged.reschedule)) return { ok: false, reason: 'price_changed' }
  try {
    const { hash, priced } = judged.reschedule
    const wanted = { orderId: order.id, ask, hash }
    return await beginChangePayment<Extract<RescheduleStart, { ok: false }>>(deps, moving, {
      hash,
      amountDueCents: priced.amountDueCents,
      complete: () => completeFreeReschedule(deps, wanted),
      open: (input) => openReschedule(deps, wanted, input),
    })
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

export const toRescheduleInput = (
  fields: Pick<RescheduleFields, 'departure_id' | 'depart_at'> & Partial<RescheduleFields>,
  by: SignedInCaller,
): RescheduleInput => ({
  flightId: fields.flight_id,
  quantity: fields.quantity,
  passengerIds: fields.passenger_ids,
  departureId: fields.departure_id,
  departAt: new Date(fields.depart_at),
  useCredit: fields.apply_user_credit === true,
  quote: fields.quote,
  by,
})

/**
 * Compares the expected amount with the shown quote and the amount now; credit may be gone since.
 */
export function claimsHold(
  { items }: Pick<RescheduleFields, 'items'>,
  { priced: { lines }, dearerThanShown }: AgreedReschedule,
): boolean {
  return (
    !dearerThanShown &&
    toCents(items.reschedule_fee) === sumOf(lines, 'reschedule_fee') &&
    toCents(items.reschedule_price_difference) === sumOf(lines, 'difference')
  )
}

/** The party is already there, through the most recent change. */
async function findDone(
  deps: ApiDeps,
  { order, fields, keyed }: RescheduleContext,
): Promise<number | undefined> {
  const { flight_id: flightId, departure_id: departureId, depart_at: departAt, items } = fields
  const last = await findLastChange(deps.database.db, order.id)
  if (!last || !isFlightChange(last)) return undefined
  const { wish: input, lines } = last
  const there =
    input.departureId === departureId && new Date(input.departAt).getTime() === new Date(departAt).getTime()
  const paid = toCents(items.reschedule_fee) === sumOf(lines, 'reschedule_fee')
  const from = flightId === undefined || input.fromFlightIds.includes(flightId)
  const party =
    input.whole || isSameParty(fields, input, { at: last.settledAt, now: deps.clock.now(), keyed })
  return there && paid && from && party ? last.id : undefined
}

/**
 * Whether a repeated call means the same passengers, by name. Without names it may mean those who
 * stayed, and counts as a repetition only without an idempotency key and while the first price
 * still holds.
 */
function isSameParty(
  { passenger_ids: who, quantity }: RescheduleFields,
  input: RescheduleDetails,
  { at, now, keyed }: { at: Date | null; now: Date; keyed: boolean },
): boolean {
  const sorted = (ids: readonly number[]) => JSON.stringify(ids.toSorted((a, b) => a - b))
  if (who?.length) return sorted(who) === sorted(input.passengerIds)
  const soon = at !== null && now.getTime() - at.getTime() < QUOTE_LIFETIME_MS
  return !keyed && soon && quantity === input.passengerIds.length
}
