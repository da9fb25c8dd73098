import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { getDiscountRefusalText } from '../rules/pricing/discount-refusal.ts'
import { type HoldLimitReached } from '../seats/rules/hold-limits.ts'
import { toCents } from '../rules/money/money.ts'
import { type SignedInCaller } from '../http/http.ts'
import { lockHolder } from '../seats/check-hold-limits.ts'
import { findBuyer, type FoundBuyer, settleBuyer } from './find-buyer.ts'
import { hasUseLeft } from '../store/find-discount.ts'
import { findUnpaidGifts } from './find-unpaid-gifts.ts'
import { lockSession } from '../store/lock-session.ts'
import { networkKeyOf } from '../http/network-key.ts'
import { type PricedGifts, quoteGiftCart } from '../gifts/quote-gift-cart.ts'
import { readGiftItem } from '../gifts/read-gift-item.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { findSameOrder } from './reuse-order.ts'
import {
  closeForSuccessor,
  supersedeOrder,
  lockForSuccessor,
  type SupersedeRefusal,
} from './supersede-order.ts'
import { type GiftOrder, rewriteGiftItem, writeGiftOrder } from './write-gift-order.ts'

type Refusal =
  | { ok: false; reason: SupersedeRefusal | 'brand_unknown'; orderId?: number }
  | { ok: false; reason: 'too_many_holds'; holdLimit: HoldLimitReached }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'price_changed'; gifts: PricedGifts }
export type PlacedGiftOrder = { ok: true; orderId: number } | Refusal

/**
 * Places an order of gift cards: no card is created and no seat is held, but its price is frozen
 * for `HOLD_MINUTES`. Another expected price is refused with the right one. The same cards in the
 * same session give the same order, with the latest recipient, message and day.
 */
export async function placeGiftOrder(
  deps: ApiDeps,
  caller: SignedInCaller,
  fields: OrderFields,
  visitorAddress?: string,
): Promise<PlacedGiftOrder> {
  const { db } = deps.database
  const now = deps.clock.now()
  const buyer = await findBuyer(db, caller, fields, networkKeyOf(deps, caller, visitorAddress))
  if (!buyer) return invalid({ user_id: ['There is no such user'] })
  const [wanted] = fields.order_item_gift_cards_attributes
  if (!wanted) throw new Error('An order of gift cards names none')
  const cart = { ...wanted, brand_id: fields.brand_id, discount_code_code: fields.discount_code_code }
  const gifts = await quoteGiftCart(db, cart, { now, ownSessionId: buyer.sessionId })
  if (!gifts.ok) {
    if (gifts.reason === 'brand_unknown') return { ok: false, reason: gifts.reason }
    return invalid({ order_item_gift_cards_attributes: ['This fare is not sold as a gift card'] })
  }
  const refused = gifts.discount.appliedCode?.message
  if (refused) return invalid({ discount_code_code: [refused] })
  const { timezone } = gifts.facts
  const read = readGiftItem(fields, { timezone, now, secret: deps.settings.secrets.code })
  if (!read.ok) return invalid(read.fields)
  const { total_price: claim } = fields
  if (claim !== undefined && toCents(claim) !== gifts.priced.totalCents) {
    return { ok: false, reason: 'price_changed', gifts }
  }
  const oldId = fields.supersedes_order_id ?? undefined
  const order = { gifts, item: read.item, cartHash: hashGifts(fields, gifts) }
  const placing = { buyer, fields, oldId, order }
  if (oldId !== undefined && !(await isSame(deps, oldId, buyer, order.cartHash))) {
    const closed = await closeForSuccessor(deps, caller, oldId)
    if (!closed.ok) return { ...closed, orderId: oldId }
  }
  return retryDeadlocks(() => lockAndWrite(deps, placing))
}

const invalid = (fields: FieldErrors) => ({ ok: false as const, reason: 'invalid' as const, fields })

interface Placing {
  buyer: FoundBuyer
  fields: OrderFields
  order: GiftOrder
  oldId: number | undefined
}

/** Rolls the transaction back and carries the reason out. */
class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason)
  }
}

async function lockAndWrite(deps: ApiDeps, placing: Placing): Promise<PlacedGiftOrder> {
  try {
    return { ok: true, orderId: await deps.database.db.transaction((tx) => placeIn(tx, deps, placing)) }
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

/** Locks in the common order: session, user and network, orders, code; there are no slots. */
async function placeIn(
  tx: Tx,
  deps: ApiDeps,
  { buyer: found, fields, order, oldId }: Placing,
): Promise<number> {
  const now = deps.clock.now()
  const heldUntil = new Date(now.getTime() + deps.settings.holdMinutes * 60_000)
  await lockSession(tx, found.sessionId)
  const buyer = await settleBuyer(tx, found, now)
  await lockHolder(tx, buyer)
  const sameId = await findSameOrder(tx, buyer.sessionId, buyer.userId, order.cartHash)
  const givesWay = oldId === sameId ? undefined : oldId
  if (givesWay !== undefined) {
    const locked = await lockForSuccessor(tx, givesWay, now)
    if (!locked.ok) throw new Refused({ ...locked, orderId: givesWay })
  }
  const except = [sameId, givesWay].filter((id) => id !== undefined)
  const hoarding = await findUnpaidGifts(tx, buyer, { except, now, factor: deps.settings.limitFactor })
  if (hoarding) throw new Refused({ ok: false, reason: 'too_many_holds', holdLimit: hoarding })
  const { discount } = order.gifts.cart
  if (discount && !(await hasUseLeft(tx, discount.id, { now, except }))) {
    throw new Refused(invalid({ discount_code_code: [getDiscountRefusalText('used_up', discount.code)] }))
  }
  if (givesWay !== undefined) await supersedeOrder(tx, givesWay, buyer.actor, now)
  if (sameId !== undefined) {
    await rewriteGiftItem(tx, sameId, order.item, heldUntil)
    return sameId
  }
  const orderId = await writeGiftOrder(tx, { buyer, fields, order, heldUntil, now })
  if (givesWay !== undefined) {
    await tx.update(orders).set({ supersededById: orderId }).where(eq(orders.id, givesWay))
  }
  return orderId
}

/**
 * A shopper who goes back and forth with unchanged cards must not lose the open payment for them.
 */
async function isSame(deps: ApiDeps, orderId: number, buyer: FoundBuyer, cartHash: string): Promise<boolean> {
  const [old] = await deps.database.db.select().from(orders).where(eq(orders.id, orderId))
  const own = old?.sessionId === buyer.sessionId && old.userId === buyer.userId
  return own && old.cartHash === cartHash && old.status === 'awaiting_payment'
}

function hashGifts(fields: OrderFields, { facts, cart, priced }: PricedGifts): string {
  const parts = ['gift cards', fields.brand_id, fields.user_id ?? null, facts.fare.id, cart.unit]
  const content = [...parts, cart.quantity, cart.discount?.id ?? null, priced.lines]
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
