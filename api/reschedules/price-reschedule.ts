import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../db/client.ts'
import { findUnitPrice } from '../rules/pricing/price-lines.ts'
import { stopsStaff } from '../rules/reschedules/reschedule-obstacle.ts'
import { explainNoCredit, findCredit } from './find-change-credit.ts'
import { type OrderRow } from '../store/orders/order.ts'
import { loadCartFacts } from '../pricing/load-cart-facts.ts'
import { chooseParty, neverFits, getPartyToSeat } from './choose-rescheduled-party.ts'
import { judgeOtherProduct } from './judge-other-product.ts'
import { type ReschedulableParty, loadReschedulable } from './load-reschedule.ts'
import { type RescheduleInput, type RescheduleProblem } from './reschedule-request.ts'
import { readSignedQuote } from './reschedule-quote.ts'
import { type AgreedReschedule, type Judging, toAgreedReschedule } from './agree-reschedule.ts'

export type RescheduleJudgement =
  | { ok: true; reschedule: AgreedReschedule; movable: ReschedulableParty; creditCents: number | null }
  | ({ ok: false; movable: ReschedulableParty | undefined; creditCents: number | null } & RescheduleProblem)

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
  const { obstacle } = reschedulable
  const stops = obstacle && (ask.forCustomer !== true || stopsStaff(obstacle))
  if (stops) return refuse({ reason: obstacle })
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
