import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type GiftQuote, type Quote } from '#contract/quote.ts'
import { type Tx } from '../../db/client.ts'
import { type ApiDeps } from '../../deps.ts'
import { type SignedInCaller } from '../../http/http.ts'
import { type PricedCart } from '../../rules/pricing/pricing.ts'
import { type FrozenPricing } from '../../rules/pricing/frozen-pricing.ts'
import { type HoldLimitReached } from '../../seats/rules/hold-limits.ts'
import { type Catalogue } from '../catalogue/read-catalogue.ts'
import { type Buyer, type FoundBuyer } from './buyer.ts'

/** An order as it would be sold now. */
export interface OrderToPlace {
  facts: { pricing: FrozenPricing['facts'] }
  cart: FrozenPricing['cart']
  priced: PricedCart
  /** The price of one unit as the shopper saw it, in dollars. */
  claimedPrice?: number | undefined
  /**
   * The same purchase at the same price has the same hash; names, weights and recipients are no
   * part of it.
   */
  cartHash: string
}

export type OrderRefusal =
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: 'too_many_holds'; holdLimit: HoldLimitReached }
  | { ok: false; reason: 'price_changed'; quote: Quote | GiftQuote }
  | {
      ok: false
      reason:
        | 'brand_unknown'
        | 'maintenance'
        | 'departure_unknown'
        | 'not_sold_by_brand'
        | 'not_flying_then'
        | 'sold_out'
        | 'too_heavy'
        | 'flight_closed'
        | 'offer_too_small'
        | 'offer_taken'
        | 'offer_over'
        | 'finished_elsewhere'
        | 'over_code_limit'
        | 'over_price_limit'
        | 'price_for_oneself'
        | 'staff_set_prices'
        | 'staff_price_without_customer'
    }
  | {
      ok: false
      reason: 'not_found' | 'already_paid' | 'payment_in_progress' | 'payment_provider_unavailable'
      /** The order that it was to replace. */
      orderId?: number
    }

/** Rolls the transaction back and carries the reason out. */
export class OrderRefused extends Error {
  constructor(readonly refusal: OrderRefusal) {
    super(refusal.reason)
  }
}

/** The requested order and its caller. */
export interface OrderInput {
  fields: OrderFields
  caller: SignedInCaller
  /** Being looked up; undefined when there is no such customer. */
  buyer: Promise<FoundBuyer | undefined>
  /** The catalogue to price from. */
  catalogue: Catalogue
  now: Date
}

/** An order in the transaction that places it; the session and the buyer are locked. */
export interface Placement<Order extends OrderToPlace> {
  fields: OrderFields
  order: Order
  buyer: Buyer
  /** Whether the session is a guest's. */
  scope: 'guest' | 'customer'
  /** When the order ends unless it is paid. */
  heldUntil: Date
  /** The buyer's order of the same cart, and the one that this order replaces. */
  ownOrderIds: readonly number[]
  sameId: number | undefined
  replacedId: number | undefined
  now: Date
}

export const NO_SUCH_USER: FieldErrors = { user_id: ['There is no such user'] }

/** What is known of an order when its seats are locked. */
export type ToLock<Order extends OrderToPlace> = Pick<
  Placement<Order>,
  'fields' | 'order' | 'replacedId' | 'now'
>

export interface PricedFor<Order extends OrderToPlace> {
  ok: true
  order: Order
  buyer: FoundBuyer
}

/**
 * What an order of seats and an order of gift cards do differently. All else is `placeOrder`.
 * Within the transaction a kind refuses by throwing `OrderRefused`.
 */
export interface OrderKind<Order extends OrderToPlace, Locked, Held> {
  /** Checks the fields before any query; undefined when they are valid. */
  checkFields(fields: OrderFields): FieldErrors | undefined
  /** Finds the requested items in the catalogue and prices them; reserves nothing. */
  price(deps: ApiDeps, input: OrderInput): Promise<PricedFor<Order> | OrderRefusal>
  /** The present price, for a buyer who expected another one. */
  presentQuote(order: Order): Quote | GiftQuote
  getHoldEnd(deps: ApiDeps, order: Order, when: { onPhone: boolean; now: Date }): Date
  /** Reads the buyer's unpaid orders, under the buyer's lock. */
  readHeld(tx: Tx, buyer: Buyer, now: Date): Promise<Held[]>
  /** The limit on unpaid orders that one more would exceed, if any. */
  findHoldLimit(
    tx: Tx,
    deps: ApiDeps,
    held: readonly Held[],
    placement: Placement<Order>,
  ): Promise<HoldLimitReached | undefined>
  /** What the price needs that others may have taken since, taken after orders and the code. */
  claims?: {
    areMadeBy(order: Order): boolean
    settle(tx: Tx, placement: Placement<Order>): Promise<void>
  }
  /** Locks what the order is to take, last of all. */
  lock(tx: Tx, deps: ApiDeps, placing: ToLock<Order>): Promise<Locked>
  /** Extends an unpaid order of the same cart; false when it has lost what it held. */
  reuse(tx: Tx, orderId: number, placement: Placement<Order>): Promise<boolean>
  /** Takes what was locked and writes the order with its items. */
  write(tx: Tx, deps: ApiDeps, placement: Placement<Order>, locked: Locked): Promise<number>
}
