import { OrderReply } from '#contract/order.ts'
import { type PayingShop } from './paying-shop.ts'
import { flightOrder, postOrder } from './shopper.ts'
import { requestRefund, sellOrder } from './sold-order.ts'
import { openStaffMember } from './staff-member.ts'

/** Ids of orders, one for each kind. */
export interface SoldOrders {
  card: number
  mixed: number
  whole: number
  gifts: number
  refundedInPart: number
  refunded: number
  cancelled: number
  returned: number
  expired: number
  waiting: number
}

/**
 * Fills a shop with orders of every kind: paid by card and with every other tender, seats and whole
 * aircraft, gift cards, refunded in part and in full, cancelled by the buyer, paid too late,
 * expired with a code, and one whose payment is in progress. Everything due has run.
 */
export async function sellEveryKindOfOrder(shop: PayingShop): Promise<SoldOrders> {
  const staff = await openStaffMember(shop.deps)
  const card = await sellOrder(shop, { seats: 2, photos: true, code: 'FLY15' })
  const mixed = await sellOrder(shop, { seats: 2, gifts: [{}], vouchers: [10_000], credit: 60 })
  const part = await sellOrder(shop, { seats: 2, vouchers: [5_000] })
  await requestRefund(shop, staff.token, part.order.id, { lines: [{ position: 0, quantity: 1 }] })
  const refunded = await sellOrder(shop, { seats: 1, gifts: [{ waived: true }], photos: true })
  await requestRefund(shop, staff.token, refunded.order.id)
  const sold = {
    card: card.order.id,
    mixed: mixed.order.id,
    whole: await sellWhole(shop),
    gifts: await sellGifts(shop),
    refundedInPart: part.order.id,
    refunded: refunded.order.id,
    cancelled: await cancelHalf(shop),
    returned: await payTooLate(shop),
    expired: await letLapse(shop),
  }
  await shop.deliverEvents()
  const waiting = await beginToPay(shop)
  await shop.runDueNow()
  return { ...sold, waiting }
}

async function sellWhole(shop: PayingShop): Promise<number> {
  const token = await shop.guest('whole@example.com')
  const { departureId: departure_id, departAt: depart_at } = await shop.nextFlight()
  const answer = await postOrder(shop, token, flightOrder({ departure_id, depart_at }, 3))
  const { order } = OrderReply.parse(answer.body)
  await shop.pay(token, order, { stripe_source: 'pm_card_visa' })
  return order.id
}

async function sellGifts(shop: PayingShop): Promise<number> {
  const token = await shop.guest('giver@example.com')
  const order_item_gift_cards_attributes = [{ fare_id: 61, quantity: 2 }]
  const answer = await postOrder(shop, token, {
    brand_id: 1,
    order_item_gift_cards_attributes,
    discount_code_code: 'FLY15',
  })
  const { order } = OrderReply.parse(answer.body)
  await shop.payPage(await shop.hosted(token, order))
  await shop.read(token, order)
  return order.id
}

async function cancelHalf(shop: PayingShop): Promise<number> {
  const { database } = shop.deps
  const { buyer, order } = await sellOrder(shop, { seats: 2, credit: 300 })
  await database.query('update products set cancel_refund_bps = 5000 where id = 6')
  const body = { cancellation: { amount: 252 } }
  const path = `/v1/orders/${String(order.id)}/cancellation`
  const cancelled = await shop.call('POST', path, { token: buyer.token, body })
  await database.query('update products set cancel_refund_bps = 10000 where id = 6')
  if (cancelled.status !== 201) throw new Error(`not cancelled: ${JSON.stringify(cancelled.body)}`)
  return order.id
}

/**
 * Sells an order's seats to another buyer while its payment page is open, and then pays that page.
 */
async function payTooLate(shop: PayingShop): Promise<number> {
  const flight = await shop.nextFlight()
  const late = await shop.guest('late@example.com')
  const order = await shop.order(late, 4, flight)
  const payment = await shop.hosted(late, order)
  await shop.payPage(payment)
  await shop.deps.database.query(
    "update holds set state = 'released', payment_open = false where order_id = $1",
    [order.id],
  )
  await shop.deps.database.query(
    'update flights set seats_held = 0 where id in (select flight_id from holds where order_id = $1)',
    [order.id],
  )
  const quick = await shop.guest('quick@example.com')
  const other = await shop.order(quick, 4, flight)
  await shop.pay(quick, other, { stripe_source: 'pm_card_visa' })
  await shop.deliverEvents()
  return order.id
}

async function letLapse(shop: PayingShop): Promise<number> {
  const token = await shop.guest('lapsed@example.com')
  const order = await shop.order(token, 1, undefined, { discount_code_code: 'FLY15' })
  await shop.pay(token, order, { stripe_source: 'pm_card_chargeDeclined' })
  shop.clock.advance(120)
  await shop.runDueNow()
  return order.id
}

async function beginToPay(shop: PayingShop): Promise<number> {
  const token = await shop.guest('waiting@example.com')
  const order = await shop.order(token, 2)
  await shop.hosted(token, order)
  return order.id
}
