import { and, desc, eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { TenderProblem } from '#contract/quote.ts'
import { type Db } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { orderTenders } from '../db/schema/order-tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { type PaidDeparture } from '../rules/gifts/gift-scope.ts'
import { type FrozenPricing } from '../rules/pricing/frozen-pricing.ts'
import { type PricedCart } from '../rules/pricing/pricing.ts'
import { type Caller } from '../http/http.ts'
import { priceTenders } from './price-tenders.ts'
import { readTenderInput, refuseGuest, type TenderFields } from './reserve-order-tenders.ts'

export type QuotedTenders = { ok: true; priced: PricedCart } | { ok: false; problem: TenderProblem }

/** The quoted cart: a flight, or gift cards to buy, which have no departure. */
export interface QuotedCart {
  pricing: FrozenPricing
  departure: PaidDeparture | null
}

/**
 * Prices a quoted cart with its tenders, to show what an order would leave for the card now. It
 * reserves nothing; what the caller's own unpaid order has reserved counts as free.
 */
export async function quoteTenders(
  deps: ApiDeps,
  { pricing, departure }: QuotedCart,
  caller: Caller,
  fields: TenderFields,
): Promise<QuotedTenders> {
  if (caller.kind === 'visitor') return refused(refuseGuest(fields) ?? {})
  const { db } = deps.database
  const { cart } = pricing
  const read = await readTenderInput(deps, { pricing }, caller, fields)
  if (!read.ok) return refused(read.fields)
  const order = {
    id: await findReservingOrder(db, caller.sessionId),
    quantityType: 'unit' in cart ? cart.unit : cart.quantityType,
    departure,
    pricing,
  }
  const asked = { order, input: read.input, payer: caller, now: deps.clock.now() }
  const priced = await priceTenders(db, asked, false)
  return priced.ok ? priced : refused('fields' in priced ? priced.fields : {})
}

/** The order of this session that has tenders reserved now; 0 when there is none. */
async function findReservingOrder(db: Db, sessionId: string): Promise<number> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orderTenders)
    .innerJoin(orders, eq(orders.id, orderTenders.orderId))
    .where(and(eq(orders.sessionId, sessionId), eq(orderTenders.state, 'reserved')))
    .orderBy(desc(orders.id))
    .limit(1)
  return found?.id ?? 0
}

function refused(fields: FieldErrors): QuotedTenders {
  const [[field, messages] = ['gift_cards', undefined]] = Object.entries(fields)
  const problem = { field, message: messages?.[0] ?? 'Gift card must exist.' }
  return { ok: false, problem: TenderProblem.parse(problem) }
}
