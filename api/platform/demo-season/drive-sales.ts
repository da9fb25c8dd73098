import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { OrderFields } from '#contract/order.ts'
import { PaymentRequest } from '#contract/payment.ts'
import { orders } from '../../db/schema/orders.ts'
import { giftCards, vouchers } from '../../db/schema/tenders.ts'
import { authenticate } from '../../access/authenticate.ts'
import { createCodeVault } from '../../gateways/sealed-text.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { placeOrder, type PlacedOrder } from '../../orders/place-order.ts'
import { startPayment } from '../../payments/start-payment.ts'
import { findPaymentState } from '../../store/payments/payment-attempts.ts'
import { addMinutes } from '../../rules/time/local-time.ts'
import { takeInPersonPayment } from '../../staff-sales/collect-counter-payment.ts'
import { mailPaymentLink, openPaymentLink } from '../../staff-sales/payment-link.ts'
import { paymentToken } from '../../store/orders/payment-token.ts'
import { quoteInPersonPayment } from '../../staff-sales/quote-counter-payment.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { withChildren } from './seat-types.ts'
import { callAsCustomer, callAsGuest, deskOf, type SeasonShop } from './season-shop.ts'
import { type PlannedBooking, type PlannedCardSale } from './steps.ts'

/** Why the shop refused something; undefined when it is done. */
export type Refused = string | undefined

export async function driveBooking(shop: SeasonShop, booking: PlannedBooking): Promise<Refused> {
  const added = [booking.departure.extra, booking.second?.extra].filter((key) => key !== undefined)
  if (added.some((key) => shop.record.find(key) === undefined)) return 'no_departure'
  const buyer = await findCaller(shop, booking)
  const placed = await place(shop, buyer, booking)
  if (!placed.ok) return describeRefusal(placed)
  const { orderId } = placed
  await shop.record.keep(booking.key, orderId)
  const { payment } = booking
  switch (payment.by) {
    case 'nobody':
      return undefined
    case 'card':
      if (payment.declinedFirst) await payByCard(shop, buyer, orderId, 'pm_card_chargeDeclined')
      return payByCard(shop, buyer, orderId, payment.card)
    case 'gift':
      return payByCard(shop, buyer, orderId, 'pm_card_visa', await readGiftCode(shop, payment.gift))
    case 'link':
      return payByLink(shop, orderId, payment.card)
    case 'cash':
      return payAtDesk(shop, orderId, { method: 'cash', vouchers: [] })
    case 'reader':
      return payAtDesk(shop, orderId, { method: 'reader', reader_reference: payment.slip, vouchers: [] })
    case 'part': {
      const { slip, ...part } = payment
      return payAtDesk(shop, orderId, { method: 'reader', reader_reference: slip, vouchers: [] }, part)
    }
    case 'voucher': {
      const codes = await readVoucherCode(shop, payment.voucher)
      const slip = `${String(50_000 + orderId)}-77`
      return payAtDesk(shop, orderId, { method: 'reader', reader_reference: slip, vouchers: codes })
    }
  }
}

/** Gift cards are redeemed, and memberships kept, by people with an account. */
async function findCaller(shop: SeasonShop, booking: PlannedBooking): Promise<SignedInCaller> {
  const { deps, staff } = shop
  if (booking.channel !== 'web') return staff
  return booking.payment.by === 'gift'
    ? callAsCustomer(deps, booking.buyer)
    : callAsGuest(deps, booking.buyer, booking.brandId)
}

async function place(shop: SeasonShop, buyer: SignedInCaller, booking: PlannedBooking): Promise<PlacedOrder> {
  const { deps } = shop
  const items = toItems(shop, booking)
  const placed = await placeOrder(deps, buyer, toOrderFields(booking, items, booking.code))
  // A code that does not count for this flight is taken out, as a shopper would.
  if (placed.ok || booking.code === null || placed.reason !== 'invalid') return placed
  return placeOrder(deps, buyer, toOrderFields(booking, items, null))
}

/** The flights of a booking: one, or two for a party that flies on two aircraft. */
function toItems({ record }: SeasonShop, { departure, second, party, whole }: PlannedBooking) {
  const find = (extra: string) => record.find(extra) ?? 0
  const first = {
    departure_id: departure.extra === undefined ? departure.id : find(departure.extra),
    depart_at: departure.departAt.toISOString(),
    quantity: party.length - (second?.people ?? 0),
  }
  if (whole) return { order_item_flights_attributes: [first] }
  if (!second) return { order_item_seats_attributes: [first] }
  const { extra, departAt, people: quantity } = second
  const other = { departure_id: find(extra), depart_at: departAt.toISOString(), quantity }
  return { order_item_seats_attributes: [first, other] }
}

/** An invalid order is told by its fields: nobody reads a bare "invalid". */
function describeRefusal(refused: { reason: string; fields?: FieldErrors }): string {
  if (refused.fields === undefined) return refused.reason
  return `invalid ${Object.entries(refused.fields)
    .map(([field, problems]) => `${field} (${problems.join(' ')})`)
    .join(', ')}`
}

function toOrderFields(
  booking: PlannedBooking,
  items: ReturnType<typeof toItems>,
  code: string | null,
): OrderFields {
  const { buyer, channel } = booking
  const { party, ...types } = withChildren(booking)
  const { email, phone } = buyer
  return OrderFields.parse({
    brand_id: booking.brandId,
    ...items,
    passengers_attributes: party.map(({ name: full_name, weight }) => ({ full_name, weight })),
    ...types,
    order_item_upgrades_attributes: booking.upgrades.map(({ id, answer }) => ({
      upgrade_id: id,
      ...(answer === undefined ? {} : { meta: { answer } }),
    })),
    discount_code_code: code,
    tag_list: booking.tags,
    ...(booking.joinsClub ? { membership_plan_id: 1 } : {}),
    ...(channel === 'web'
      ? {}
      : { channel, customer: { email, phone, full_name: `${buyer.first} ${buyer.last}` } }),
    terms_and_conditions: true,
  })
}

async function readOrderRow({ deps }: SeasonShop, id: number): Promise<OrderRow> {
  const [order] = await deps.database.db.select().from(orders).where(eq(orders.id, id))
  if (!order) throw new Error(`The order ${String(id)} is gone`)
  return order
}

async function payByCard(
  shop: SeasonShop,
  payer: SignedInCaller,
  orderId: number,
  card: string,
  giftCodes: string[] = [],
): Promise<Refused> {
  const { deps, clock } = shop
  // Typing names and a card takes some minutes.
  clock.set(addMinutes(clock.now(), 2))
  const order = await readOrderRow(shop, orderId)
  const fields = PaymentRequest.parse({
    order_id: orderId,
    gift_card_codes: giftCodes,
    stripe_payment: { stripe_source: card },
  })
  const state = await findPaymentState(deps.database.db, orderId, clock.now())
  const paid = await startPayment(deps, { order, ...state }, fields, { payer, requestKey: null })
  return paid.ok ? undefined : describeRefusal(paid)
}

async function payByLink(shop: SeasonShop, orderId: number, card: string | null): Promise<Refused> {
  const { deps, clock } = shop
  const url = `${deps.settings.publicUrl}/orders/payment`
  const mailed = await mailPaymentLink(deps, orderId, { url }, deskOf(shop))
  if (!mailed.ok) return mailed.reason
  if (card === null) return undefined
  const { email } = await readOrderRow(shop, orderId)
  const expiresAt = Math.floor(mailed.heldUntil.getTime() / 1000)
  clock.set(addMinutes(clock.now(), 9))
  const opened = await openPaymentLink(
    deps,
    paymentToken(deps.settings.secrets.code, { orderId, email, expiresAt }),
  )
  if (!opened.ok) return opened.reason
  const payer = await authenticate(deps, opened.jwt)
  return payer.ok ? payByCard(shop, payer.caller, orderId, card) : payer.reason
}

type AtDesk =
  { method: 'cash'; vouchers: string[] } | { method: 'reader'; reader_reference: string; vouchers: string[] }

/** @param part of what is due; undefined for all of it */
async function payAtDesk(
  shop: SeasonShop,
  orderId: number,
  taken: AtDesk,
  part?: { dollars: number; dueAt?: Date },
): Promise<Refused> {
  const { deps, staff } = shop
  const codes = { gift_card_codes: [], gift_cards: [], vouchers: taken.vouchers, apply_user_credit: false }
  const quoted = await quoteInPersonPayment(deps, orderId, codes, staff)
  if (!quoted.ok) return quoted.reason
  const amount = part?.dollars ?? quoted.quote.amount_due
  if (amount === null) return 'nothing_due'
  // Cash comes in notes of twenty.
  const handed = taken.method === 'cash' ? { handed: Math.ceil(amount / 20) * 20 } : {}
  const fields = {
    order_id: orderId,
    amount,
    part: part !== undefined,
    ...(part?.dueAt ? { balance_due_at: part.dueAt.toISOString() } : {}),
    gift_card_codes: [],
    ...taken,
    ...handed,
  }
  const paid = await takeInPersonPayment(deps, fields, { caller: staff, ...deskOf(shop) })
  return paid.ok ? undefined : paid.reason
}

export async function driveCardSale(shop: SeasonShop, gift: PlannedCardSale): Promise<Refused> {
  const { deps, record } = shop
  const buyer = await callAsGuest(deps, gift.buyer, gift.brandId)
  const { fareId, quantity, recipient, message } = gift
  const item = { fare_id: fareId, quantity, recipient_email: recipient?.email ?? null, message }
  const fields = {
    brand_id: gift.brandId,
    order_item_gift_cards_attributes: [item],
    terms_and_conditions: true,
  }
  const placed = await placeOrder(deps, buyer, OrderFields.parse(fields))
  if (!placed.ok) return describeRefusal(placed)
  await record.keep(gift.key, placed.orderId)
  return payByCard(shop, buyer, placed.orderId, gift.card)
}

/** The code of a bought card, as its buyer reads it in the mail. */
async function readGiftCode({ deps, record }: SeasonShop, key: string): Promise<string[]> {
  const [card] = await deps.database.db
    .select()
    .from(giftCards)
    .where(eq(giftCards.purchaserOrderId, record.find(key) ?? 0))
    .orderBy(giftCards.id)
    .limit(1)
  const code = card && createCodeVault(deps.settings.secrets.code).open(card)
  return code ? [code] : []
}

async function readVoucherCode({ deps, record }: SeasonShop, key: string): Promise<string[]> {
  const [voucher] = await deps.database.db
    .select()
    .from(vouchers)
    .where(eq(vouchers.orderId, record.find(key) ?? 0))
    .limit(1)
  const code = voucher && createCodeVault(deps.settings.secrets.code).open(voucher)
  return code ? [code] : []
}
