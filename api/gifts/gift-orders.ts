import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { orderItemGiftCards } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { addMinutes } from '../rules/time/local-time.ts'
import { NO_SUCH_USER, type OrderInput, type OrderKind, type Placement } from '../store/orders/order-kind.ts'
import { writeOrder } from '../store/orders/write-order.ts'
import { findGiftLimit, readUnpaidGifts, type UnpaidGift } from './find-unpaid-gifts.ts'
import { type PricedGifts, quoteGiftCart } from './quote-gift-cart.ts'
import { type GiftItem, readGiftItem } from './read-gift-item.ts'
import { presentGiftQuote } from './routes/present-gift-quote.ts'

/** An order of gift cards at its present price. */
interface GiftOrder extends PricedGifts {
  item: GiftItem
  cartHash: string
}

/**
 * Orders of gift cards: no seat is held and no card is created before they are paid, but their
 * price is frozen. Another order of the same cards has the latest recipient, message and day.
 */
export const giftOrders: OrderKind<GiftOrder, void, UnpaidGift> = {
  checkFields: findOtherItems,
  price: priceGiftOrder,
  presentQuote: (order) => presentGiftQuote(order, order.priced, order.discount.appliedCode),
  getHoldEnd: ({ settings }, _, { now }) => addMinutes(now, settings.holdMinutes),
  readHeld: readUnpaidGifts,
  findHoldLimit: (_, { settings }, unpaid, { buyer, ownOrderIds: except }) =>
    Promise.resolve(findGiftLimit(unpaid, buyer, { except, factor: settings.limitFactor })),
  lock: () => Promise.resolve(),
  reuse: reuseGiftOrder,
  write: writeGiftOrder,
}

function findOtherItems(fields: OrderFields): FieldErrors | undefined {
  const places = [fields.order_item_seats_attributes, fields.order_item_flights_attributes]
  const others = [...places, fields.order_item_upgrades_attributes, fields.passengers_attributes]
  if (others.every((list) => list.length === 0)) return undefined
  return { order_item_gift_cards_attributes: ['Gift cards are bought in an order of their own'] }
}

async function priceGiftOrder(
  { database: { db }, settings }: ApiDeps,
  { fields, buyer: asked, caller, now }: OrderInput,
) {
  const [wanted] = fields.order_item_gift_cards_attributes
  if (!wanted) throw new Error('An order of gift cards names none')
  const cart = { ...wanted, brand_id: fields.brand_id, discount_code_code: fields.discount_code_code }
  const gifts = await quoteGiftCart(db, cart, { now, ownSessionId: caller.sessionId })
  const buyer = await asked
  if (!buyer) return invalid(NO_SUCH_USER)
  if (!gifts.ok) {
    if (gifts.reason === 'brand_unknown') return { ok: false as const, reason: gifts.reason }
    return invalid({ order_item_gift_cards_attributes: ['This fare is not sold as a gift card'] })
  }
  const refused = gifts.discount.appliedCode?.message
  if (refused) return invalid({ discount_code_code: [refused] })
  const { timezone } = gifts.facts
  const read = readGiftItem(wanted, { timezone, now, ring: settings.secrets.code })
  if (!read.ok) return invalid(read.fields)
  return {
    ok: true as const,
    buyer,
    order: { ...gifts, item: read.item, cartHash: hashGifts(fields, gifts) },
  }
}

const invalid = (fields: FieldErrors) => ({ ok: false as const, reason: 'invalid' as const, fields })

function hashGifts(fields: OrderFields, { facts, cart, priced }: PricedGifts): string {
  const parts = ['gift cards', fields.brand_id, fields.user_id ?? null, facts.fare.id, cart.unit]
  const content = [...parts, cart.quantity, cart.discount?.id ?? null, priced.lines]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}

async function reuseGiftOrder(
  tx: Tx,
  orderId: number,
  { order, heldUntil }: Placement<GiftOrder>,
): Promise<true> {
  await tx.update(orderItemGiftCards).set(order.item).where(eq(orderItemGiftCards.orderId, orderId))
  const later = sql`greatest(${orders.heldUntil}, ${heldUntil.toISOString()}::timestamptz)`
  await tx.update(orders).set({ heldUntil: later }).where(eq(orders.id, orderId))
  return true
}

async function writeGiftOrder(tx: Tx, _: ApiDeps, placement: Placement<GiftOrder>): Promise<number> {
  const { facts, cart, priced, item } = placement.order
  const orderId = await writeOrder(tx, placement, {
    kind: 'gift_cards',
    productId: facts.product.id,
    quantityType: cart.unit,
    quantity: cart.quantity,
    heldUntil: placement.heldUntil,
  })
  await tx.insert(orderItemGiftCards).values({
    orderId,
    fareId: facts.fare.id,
    unit: cart.unit,
    name: `${facts.product.name}, ${facts.fare.name}`,
    quantity: cart.quantity,
    unitPriceCents: priced.unitPriceCents,
    ...item,
  })
  return orderId
}
