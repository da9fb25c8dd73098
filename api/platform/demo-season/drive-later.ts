import { and, asc, eq } from 'drizzle-orm'
import { type LaterStep } from './steps.ts'
import { orders } from '../../db/schema/orders.ts'
import { payments } from '../../db/schema/money.ts'
import { holds } from '../../db/schema/holds.ts'
import { passengers } from '../../db/schema/passengers.ts'
import { boardPassenger } from '../../passengers/board-passenger.ts'
import { correctPassenger } from '../../passengers/correct-passenger.ts'
import { answerFoundRebookingOffer } from '../../disruptions/answer-rebooking-offer.ts'
import { findOrderRebookingOffer, readOrderRebookingOffer } from '../../disruptions/read-rebooking-offer.ts'
import { giveVoucher } from '../../gifts/issue-voucher.ts'
import { cancelForCustomer } from '../../orders/cancel-order-for-customer.ts'
import { cancelOrder } from '../../orders/cancel-order.ts'
import { writeComment } from '../../orders/order-comments.ts'
import { withdrawOrder } from '../../orders/withdraw-order.ts'
import { refundOrder } from '../../payments/refunds/refund-order.ts'
import { sumOf } from '../../rules/pricing/price-lines.ts'
import { toDollars } from '../../rules/money/money.ts'
import { judgeReschedule } from '../../reschedules/price-reschedule.ts'
import {
  findOrderPayer,
  rescheduleForCustomer,
  toStaffRescheduleInput,
} from '../../reschedules/reschedule-for-customer.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { askForVoucher } from './ask-for-voucher.ts'
import { board, turnBack } from './drive-day.ts'
import { type Refused } from './drive-sales.ts'
import { callAs, deskOf, type SeasonShop } from './season-shop.ts'

/** What happens to a booking after its sale; nothing happens to one that was refused. */
export async function driveLater(shop: SeasonShop, step: LaterStep): Promise<Refused> {
  const id = shop.record.find(step.key)
  if (id === undefined) return 'no_order'
  const [order] = await shop.deps.database.db.select().from(orders).where(eq(orders.id, id))
  if (order && step.kind === 'withdraw') return withdraw(shop, order, step.reason)
  if (!order || order.completedAt === null) return 'not_paid'
  switch (step.kind) {
    case 'refund':
      return refund(shop, order, step)
    case 'cancel':
      return step.by === 'buyer' ? cancelByBuyer(shop, order) : cancelByStaff(shop, order, step.reason)
    case 'reschedule':
      return reschedule(shop, order, step)
    case 'voucher':
      return grantVoucher(shop, order, step)
    case 'ask':
      return askForVoucher(shop, order, step)
    case 'dispute':
    case 'decide':
      return dispute(shop, order, step)
    case 'comment': {
      const about = {
        commentableType: 'order' as const,
        commentableId: id,
        public: false,
        onManifest: false,
        body: step.text,
      }
      await writeComment(shop.deps, deskOf(shop), about)
      return undefined
    }
    case 'weights':
      return enterWeights(shop, order, step.weights)
    case 'answer':
      return answerOffer(shop, order, step.choice)
    case 'withdraw':
      return 'paid'
    case 'no-show':
      return markNoShows(shop, order, step.people)
    case 'board':
      return board(shop, id, step.spare)
    case 'turn-back':
      return turnBack(shop, id, step.spare)
  }
}

async function withdraw(shop: SeasonShop, { id: orderId }: OrderRow, reason: string): Promise<Refused> {
  const actor = `user:${String(shop.staff.userId)}`
  const done = await withdrawOrder(shop.deps, { orderId, actor, reason, by: deskOf(shop) })
  return done.ok ? undefined : done.reason
}

type Step<Kind extends LaterStep['kind']> = Extract<LaterStep, { kind: Kind }>

async function refund(
  shop: SeasonShop,
  order: OrderRow,
  { share, reason }: Step<'refund'>,
): Promise<Refused> {
  // Whole amounts of five dollars: that is what people agree on.
  const part = Math.max(5, Math.round((toDollars(order.amountPaidCents) * share) / 5) * 5)
  const amount = share === 1 ? {} : { amount: part }
  const fields = { order_id: order.id, reason, ...amount }
  const done = await refundOrder(shop.deps, fields, { caller: shop.staff, idemKey: null })
  return done.ok ? undefined : done.reason
}

/** Without the right amount the shop refuses and says it. */
async function cancelByBuyer({ deps }: SeasonShop, { id: orderId, userId }: OrderRow): Promise<Refused> {
  const by = await callAs(deps, userId)
  const asked = await cancelOrder(deps, { orderId, by, amount: 0.01, idemKey: null })
  if (asked.ok || asked.reason !== 'cancellation_changed') return asked.ok ? undefined : asked.reason
  const { amount } = asked.cancellation
  const done = await cancelOrder(deps, { orderId, by, amount, idemKey: null })
  return done.ok ? undefined : done.reason
}

async function cancelByStaff(shop: SeasonShop, { id: orderId }: OrderRow, reason: string): Promise<Refused> {
  const { deps, staff: caller } = shop
  const cancel = (expected_amount: number) =>
    cancelForCustomer(deps, {
      orderId,
      fields: { reason, expected_amount },
      caller,
      by: deskOf(shop),
      idemKey: null,
    })
  const asked = await cancel(0.01)
  if (asked.ok || asked.reason !== 'cancellation_changed') return asked.ok ? undefined : asked.reason
  const done = await cancel(asked.cancellation.amount)
  return done.ok ? undefined : done.reason
}

/** The desk waives the fee; a dearer flight is paid by the card reader. */
async function reschedule(shop: SeasonShop, order: OrderRow, step: Step<'reschedule'>): Promise<Refused> {
  const { deps, staff: caller } = shop
  const { db } = deps.database
  const by = deskOf(shop)
  const to = { departure_id: step.to.id, depart_at: step.to.departAt.toISOString(), waive_fee: true }
  const input = toStaffRescheduleInput(to, caller, await findOrderPayer(db, order))
  const judged = await judgeReschedule(db, order, input, { ring: deps.settings.secrets.code, now: by.at })
  if (!judged.ok) return judged.reason
  const { lines, amountDueCents } = judged.reschedule.priced
  const amount = toDollars(amountDueCents ?? 0)
  const items = {
    reschedule_fee: toDollars(sumOf(lines, 'reschedule_fee')),
    reschedule_price_difference: toDollars(sumOf(lines, 'difference')),
  }
  const slip = `${String(60_000 + order.id)}-31`
  const payment = amount > 0 ? { method: 'reader' as const, amount, reader_reference: slip } : undefined
  const fields = { ...to, items, reason: step.reason, ...(payment ? { payment } : {}) }
  const moved = await rescheduleForCustomer(deps, { order, fields, caller, by })
  return moved.ok ? undefined : moved.reason
}

async function grantVoucher(shop: SeasonShop, order: OrderRow, step: Step<'voucher'>): Promise<Refused> {
  const fields = {
    order_id: order.id,
    value: step.dollars,
    reason_type: 'goodwill' as const,
    reason_description: step.reason,
  }
  const given = await giveVoucher(shop.deps, fields, { caller: shop.staff })
  return given.ok ? undefined : given.reason
}

async function dispute(
  { deps, provider }: SeasonShop,
  { id }: OrderRow,
  step: Step<'dispute'> | Step<'decide'>,
): Promise<Refused> {
  const [payment] = await deps.database.db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, id), eq(payments.method, 'online')))
    .orderBy(asc(payments.id))
    .limit(1)
  if (!payment?.paymentIntent) return 'not_paid'
  if (step.kind === 'dispute') await provider.openDispute(payment.paymentIntent)
  else if (payment.disputeReference === null) return 'no_dispute'
  else await provider.decideDispute(payment.disputeReference, step.how)
  await provider.settle()
  return undefined
}

const listPassengers = ({ deps }: SeasonShop, orderId: number) =>
  deps.database.db
    .select()
    .from(passengers)
    .where(eq(passengers.orderId, orderId))
    .orderBy(asc(passengers.position))

async function enterWeights(
  shop: SeasonShop,
  { id: orderId }: OrderRow,
  weights: readonly (number | null)[],
): Promise<Refused> {
  const party = await listPassengers(shop, orderId)
  for (const [index, { id: passengerId }] of party.entries()) {
    const weight = weights[index]
    if (weight == null) continue
    const which = { orderId, passengerId }
    const told = await correctPassenger(shop.deps, { which, fields: { weight }, by: deskOf(shop) })
    if (!told.ok) return told.reason
  }
  return undefined
}

async function answerOffer(
  { deps }: SeasonShop,
  { id }: OrderRow,
  choice: Step<'answer'>['choice'],
): Promise<Refused> {
  const found = await findOrderRebookingOffer(deps.database.db, id)
  const offer = await readOrderRebookingOffer(deps, id)
  if (!found || !offer) return 'no_offer'
  const [alternative] = offer.alternatives
  const amount = choice === 'refund' ? offer.refund?.amount : (offer.voucher_amount ?? undefined)
  const fields =
    choice === 'alternative'
      ? alternative && { choice, alternative_id: alternative.id }
      : amount === undefined
        ? undefined
        : { choice, amount }
  if (!fields) return `no_${choice}`
  const answered = await answerFoundRebookingOffer(deps, found, fields, { by: 'link' })
  return answered.ok ? undefined : answered.reason
}

async function markNoShows(shop: SeasonShop, { id: orderId }: OrderRow, people: number): Promise<Refused> {
  const { deps } = shop
  const [seat] = await deps.database.db
    .select({ flightId: holds.flightId })
    .from(holds)
    .where(and(eq(holds.orderId, orderId), eq(holds.state, 'sold')))
    .limit(1)
  if (!seat) return 'no_seat'
  const party = (await listPassengers(shop, orderId)).filter(({ staysHome }) => !staysHome)
  for (const { id: passengerId } of party.slice(-people)) {
    const wish = { boarding: 'no_show' as const }
    const marked = await boardPassenger(deps, {
      flightId: seat.flightId,
      passengerId,
      wish,
      by: deskOf(shop),
    })
    if (!marked.ok) return marked.reason
  }
  return undefined
}
