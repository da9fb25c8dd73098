import { type RescheduleFields } from '#contract/reschedule.ts'
import { type ApiDeps } from '../deps.ts'
import { toCents } from '../rules/money/money.ts'
import { type RescheduleWish } from '../rules/reschedules/order-change-request.ts'
import { sumOf } from '../rules/pricing/price-lines.ts'
import { readProviderFailure } from '../gateways/stripe-client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { asChange, type ChangePayment, goOnWithChange, wishFields } from './continue-change-payment.ts'
import { findLastChange } from '../store/orders/find-change.ts'
import { isMove } from '../store/orders/change-request.ts'
import { type OrderRow } from '../store/orders/lock-order.ts'
import { beginPayment } from '../payments/begin-payment.ts'
import { findOpenAttempt } from '../store/payments/find-attempt.ts'
import { reportStart } from '../payments/payment-start.ts'
import { readPaymentWish } from '../payments/read-payment-request.ts'
import { closeForWish } from '../payments/continue-payment.ts'
import { completeFreeMove, openMove } from './open-reschedule.ts'
import { QUOTE_LIVES_MS } from './reschedule-quote.ts'
import { type MoveAsk, type MoveTrouble } from './reschedule-request.ts'
import { type AgreedMove, judgeMove } from './price-reschedule.ts'

export type MoveStart = ChangePayment | ({ ok: false } & MoveTrouble)

interface Moving {
  order: OrderRow
  fields: RescheduleFields
  by: SignedInCaller
  /** It came with an `Idempotency-Key`: repetitions are told apart already. */
  keyed: boolean
}

/**
 * Moves a paid order's party, or some of it: keeps the new seats, takes the money (on the
 * provider's page, by card, or with credit), then swaps. What is open for the same move goes on;
 * what is open for anything else is closed at the provider before this one begins. The same call
 * after it was paid answers as the first did: nobody pays twice for pressing twice.
 */
export async function rescheduleFlight(deps: ApiDeps, moving: Moving): Promise<MoveStart> {
  const { order, fields, by } = moving
  const { db } = deps.database
  const done = await findDone(deps, moving)
  if (done !== undefined) return { ok: true, changeId: done, payment: null }
  const ask = askOf(fields, by)
  const secret = deps.settings.secrets.code
  const judged = await judgeMove(db, order, ask, { secret, now: deps.clock.now() })
  if (!judged.ok) return judged
  if (!claimsHold(fields, judged.move)) return { ok: false, reason: 'price_changed' }
  try {
    return await begin(deps, moving, ask, judged.move)
  } catch (error) {
    readProviderFailure(error)
    return { ok: false, reason: 'payment_provider_unavailable' }
  }
}

export const askOf = (
  fields: Pick<RescheduleFields, 'departure_id' | 'depart_at'> & Partial<RescheduleFields>,
  by: SignedInCaller,
): MoveAsk => ({
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
 * What was claimed, and what the quote that was shown left for the card: credit may be gone since.
 */
function claimsHold(
  { items }: RescheduleFields,
  { priced: { lines }, dearerThanShown }: AgreedMove,
): boolean {
  return (
    !dearerThanShown &&
    toCents(items.reschedule_fee) === sumOf(lines, 'reschedule_fee') &&
    toCents(items.reschedule_price_difference) === sumOf(lines, 'difference')
  )
}

/** The party is there already, moved by the very last change. */
async function findDone(deps: ApiDeps, { order, fields, keyed }: Moving): Promise<number | undefined> {
  const { flight_id: flightId, departure_id: departureId, depart_at: departAt, items } = fields
  const last = await findLastChange(deps.database.db, order.id)
  if (!last || !isMove(last)) return undefined
  const { wish, lines } = last
  const there =
    wish.departureId === departureId && new Date(wish.departAt).getTime() === new Date(departAt).getTime()
  const paid = toCents(items.reschedule_fee) === sumOf(lines, 'reschedule_fee')
  const from = flightId === undefined || wish.fromFlightIds.includes(flightId)
  const party = wish.whole || isSameParty(fields, wish, { at: last.settledAt, now: deps.clock.now(), keyed })
  return there && paid && from && party ? last.id : undefined
}

/**
 * Where some stayed: by name; without names the same call may mean those who stayed, and is taken
 * for a repetition only where its sender gave it no key to tell, and the price of the first would
 * still hold.
 */
function isSameParty(
  { passenger_ids: who, quantity }: RescheduleFields,
  wish: RescheduleWish,
  { at, now, keyed }: { at: Date | null; now: Date; keyed: boolean },
): boolean {
  const sorted = (ids: readonly number[]) => JSON.stringify(ids.toSorted((a, b) => a - b))
  if (who?.length) return sorted(who) === sorted(wish.passengerIds)
  const soon = at !== null && now.getTime() - at.getTime() < QUOTE_LIVES_MS
  return !keyed && soon && quantity === wish.passengerIds.length
}

async function begin(
  deps: ApiDeps,
  { order, fields, by }: Moving,
  ask: MoveAsk,
  { hash, priced }: AgreedMove,
): Promise<MoveStart> {
  const open = await findOpenAttempt(deps.database.db, order.id)
  const wanted = { orderId: order.id, ask, hash }
  if (priced.amountDueCents === null) {
    const stopped = open && (await closeForWish(deps, open))
    if (stopped) return asChange(stopped, open)
    const done = await completeFreeMove(deps, wanted)
    return done.ok ? { ok: true, changeId: done.change.id, payment: null } : done
  }
  // Whatever membership came with the order, its card is the order's: this one is kept only when
  // asked for.
  const payable = { ...order, membershipPlanId: null }
  const read = await readPaymentWish(deps, wishFields(fields), by, payable)
  if (!read.ok) return read
  const going = open && (await goOnWithChange(deps, open, read.wish, hash))
  if (open && going) return asChange(going, open)
  const opened = await openMove(deps, wanted, read.wish)
  if (!opened.ok) return opened
  const { attempt } = opened
  return asChange(await reportStart(deps, attempt, read.wish, await beginPayment(deps, attempt)), attempt)
}
