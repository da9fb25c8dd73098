import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type OrderFields } from '#contract/order.ts'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { retryDeadlocks } from '../db/retry-deadlocks.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { giftOrders } from '../gifts/gift-orders.ts'
import { isStaff, type SignedInCaller } from '../http/http.ts'
import { networkKeyOf } from '../http/network-key.ts'
import { maySetPrice } from '../rules/access/permissions.ts'
import { toCents } from '../rules/money/money.ts'
import { getDiscountRefusalText } from '../rules/pricing/discount-refusal.ts'
import { findStaffPrice } from '../rules/pricing/staff-price.ts'
import { lockHolder } from '../seats/hold-limits.ts'
import { hasUseLeft } from '../store/find-discount.ts'
import {
  type Catalogue,
  findKeptCatalogue,
  readCatalogue,
  readCatalogueVersion,
} from '../store/catalogue/read-catalogue.ts'
import {
  findConsentProblem,
  getConsentWords,
  removeTextConsent,
  saveTextConsent,
} from '../store/texts/text-consent.ts'
import { lockSession } from '../store/lock-session.ts'
import { type FoundBuyer } from '../store/orders/buyer.ts'
import {
  type OrderKind,
  type OrderRefusal,
  OrderRefused,
  type OrderToPlace,
  type Placement,
} from '../store/orders/order-kind.ts'
import {
  settleTransferredDraft,
  wasOrderedOnOtherDevice,
} from './checkout-transfer/settle-transferred-checkout.ts'
import { createBuyer, findBuyer } from './find-buyer.ts'
import { findSameOrder, isSameCart } from './find-same-order.ts'
import { flightOrders } from './flight-orders.ts'
import { findStaffPriceProblem, type GivenBySale, judgeGiven, recordGiven } from './given-by-sale.ts'
import { isClosed } from './is-shop-closed.ts'
import { closeForSuccessor, lockForSuccessor, supersedeOrder } from './supersede-order.ts'

export type PlacedOrder = { ok: true; orderId: number } | OrderRefusal

/**
 * Places an order of seats or of gift cards. Seats are held and prices kept for `HOLD_MINUTES`. The
 * service computes the price and freezes it on the order; another expected price is refused with
 * the right one, and nothing is held. The same cart in the same session gives the same order. A
 * replaced order or waitlist offer releases its seats in the same transaction, so shoppers never
 * block themselves.
 * @param from the caller's network address for the hold limits, which is not stored as it is, and
 *   the request's id for the audit log
 */
export async function placeOrder(
  deps: ApiDeps,
  caller: SignedInCaller,
  fields: OrderFields,
  { visitorAddress, requestId }: { visitorAddress?: string | undefined; requestId?: string } = {},
): Promise<PlacedOrder> {
  const { db } = deps.database
  const input = { caller, fields, networkKey: networkKeyOf(deps, caller, visitorAddress), requestId }
  const place = (from: CatalogueInUse) =>
    fields.order_item_gift_cards_attributes.length > 0
      ? placeOrderOf(giftOrders, deps, input, from)
      : placeOrderOf(flightOrders, deps, input, from)
  const kept = findKeptCatalogue()
  const placed = kept && (await place(kept))
  // What was written has checked the version; a refusal may come from a catalogue that is old.
  if (placed?.ok || (placed && kept && !('outdated' in placed) && (await isCurrent(db, kept)))) return placed
  const again = await place({ catalogue: await readCatalogue(db), version: undefined })
  if ('outdated' in again) throw new Error('A catalogue without a version is never outdated')
  return again
}

interface CatalogueInUse {
  catalogue: Catalogue
  /** Checked in the transaction; undefined when it was read for this call. */
  version: string | undefined
}

const isCurrent = async (db: DbOrTx, { version }: CatalogueInUse) =>
  (await readCatalogueVersion(db)) === version

/** The catalogue has changed since it was read. */
interface Outdated {
  ok: false
  outdated: true
}
const OUTDATED: Outdated = { ok: false, outdated: true }

interface OrderCall {
  caller: SignedInCaller
  fields: OrderFields
  networkKey: string | null
  requestId: string | undefined
}

async function placeOrderOf<Order extends OrderToPlace, Locked, Held>(
  kind: OrderKind<Order, Locked, Held>,
  deps: ApiDeps,
  { caller, fields, networkKey, requestId }: OrderCall,
  { catalogue, version }: CatalogueInUse,
): Promise<PlacedOrder | Outdated> {
  const { db } = deps.database
  if (isClosed(catalogue, fields.brand_id, caller)) return { ok: false, reason: 'maintenance' }
  if (fields.staff_price != null && !maySetPrice(caller)) return { ok: false, reason: 'staff_set_prices' }
  const refused =
    findTermsProblem(fields) ??
    findWalkInProblem(fields, caller) ??
    findStaffPriceProblem(fields) ??
    kind.checkFields(fields)
  if (refused) return invalid(refused)
  const asked = findBuyer(db, caller, fields, networkKey)
  // Whoever prices the order awaits it, or fails before.
  asked.catch(() => undefined)
  const found = await kind.price(deps, { fields, caller, buyer: asked, catalogue, now: deps.clock.now() })
  if (!found.ok) return found
  const { order, buyer } = found
  const consentProblem = findConsentProblem(fields, findWords(deps, catalogue, fields.brand_id), buyer.phone)
  if (consentProblem) return invalid(consentProblem)
  if (!isExpectedPrice(fields, order)) {
    return { ok: false, reason: 'price_changed', quote: kind.presentQuote(order) }
  }
  const judged = judgeGiven(order, buyer, { fields, caller, requestId })
  if (!judged.ok) return judged
  const transferred = await settleTransferredDraft(deps, fields.draft_id)
  if (!transferred.ok) return transferred
  const oldId = fields.supersedes_order_id ?? undefined
  if (oldId !== undefined && !(await isSameCart(db, oldId, buyer, order.cartHash))) {
    const closed = await closeForSuccessor(deps, caller, oldId)
    if (!closed.ok) return { ...closed, orderId: oldId }
  }
  return retryDeadlocks(() =>
    lockAndWrite(kind, deps, { buyer, fields, order, oldId, version, given: judged.given }),
  )
}

const findWords = ({ settings }: ApiDeps, { brands }: Catalogue, brandId: number): string | undefined => {
  const brand = brands.find(({ id }) => id === brandId)
  return brand && getConsentWords(settings, brand)
}

const invalid = (fields: FieldErrors): OrderRefusal => ({ ok: false, reason: 'invalid', fields })

const findTermsProblem = ({ terms_and_conditions: accepted }: OrderFields): FieldErrors | undefined =>
  accepted === false ? { terms_and_conditions: ['Please read and accept the terms & conditions'] } : undefined

/** Without an e-mail, a walk-in is known by name; gift cards are sent by mail. */
function findWalkInProblem(fields: OrderFields, caller: SignedInCaller): FieldErrors | undefined {
  const { customer, user_id: userId, order_item_gift_cards_attributes: cards } = fields
  if (!isStaff(caller) || !customer || customer.email !== undefined || userId != null) return undefined
  if (cards.length > 0) return { email: ['Gift cards are sent by mail. Please type the e-mail'] }
  return customer.full_name ? undefined : { full_name: ['Without an e-mail, please type the name'] }
}

/** A price that a client sends is a claim; beside a price of staff it is the list price. */
function isExpectedPrice(
  { total_price: total, staff_price_given: given }: OrderFields,
  { cart, priced, claimedPrice: price }: OrderToPlace,
): boolean {
  if (total !== undefined && toCents(total) !== priced.totalCents) return false
  const staffPrice = findStaffPrice(cart, priced)
  if (staffPrice && given != null && toCents(given) !== staffPrice.givenCents) return false
  return price === undefined || toCents(price) === (staffPrice?.listCents ?? priced.unitPriceCents)
}

interface Placing<Order extends OrderToPlace> {
  buyer: FoundBuyer
  fields: OrderFields
  order: Order
  oldId: number | undefined
  given: GivenBySale | undefined
  /** Of the catalogue that gave the price; undefined when it was read for this call. */
  version: string | undefined
}

async function lockAndWrite<Order extends OrderToPlace, Locked, Held>(
  kind: OrderKind<Order, Locked, Held>,
  deps: ApiDeps,
  placing: Placing<Order>,
): Promise<PlacedOrder | Outdated> {
  try {
    const orderId = await deps.database.db.transaction((tx) => placeIn(tx, kind, deps, placing))
    return { ok: true, orderId }
  } catch (error) {
    if (error instanceof OrderRefused) return error.refusal
    if (error instanceof CatalogueChanged) return OUTDATED
    throw error
  }
}

class CatalogueChanged extends Error {}

/**
 * Locks in the common order: session, user and network, orders, code and prize, slots. A statement
 * is sent before the one before it has answered, unless it depends on the answer: an order without
 * claims locks everything in one round trip.
 */
async function placeIn<Order extends OrderToPlace, Locked, Held>(
  tx: Tx,
  kind: OrderKind<Order, Locked, Held>,
  deps: ApiDeps,
  { buyer: found, fields, order, oldId, version, given }: Placing<Order>,
): Promise<number> {
  const now = deps.clock.now()
  const heldUntil = kind.getHoldEnd(deps, order, { onPhone: found.channel === 'phone', now })
  const buyer = found.userId === undefined ? await createBuyer(tx, found, now) : found
  const early: Early = Promise.all([
    lockSession(tx, buyer.sessionId),
    lockHolder(tx, buyer),
    findSameOrder(tx, buyer.sessionId, buyer.userId, order.cartHash),
    version === undefined ? undefined : readCatalogueVersion(tx),
  ])
  // A draft is asked about before anybody awaits these, and a lost connection fails both.
  early.catch(() => undefined)
  const replacedId = await lockReplaced(tx, early, { draftId: fields.draft_id, oldId, now })
  const readPlacement = async (): Promise<Placement<Order>> => {
    const [[{ scope }, , sameId, present], held] = await Promise.all([early, kind.readHeld(tx, buyer, now)])
    if (present !== version) throw new CatalogueChanged()
    const ownOrderIds = [sameId, replacedId].filter((id) => id !== undefined)
    const placement = { fields, order, buyer, scope, heldUntil, ownOrderIds, sameId, replacedId, now }
    const holdLimit = await kind.findHoldLimit(tx, deps, held, placement)
    if (holdLimit) throw new OrderRefused({ ok: false, reason: 'too_many_holds', holdLimit })
    return placement
  }
  const reading = readPlacement()
  if (hasClaims(kind, order)) {
    await checkCode(tx, await reading)
    await kind.claims?.settle(tx, await reading)
  }
  const [placement, locked] = await Promise.all([
    reading,
    kind.lock(tx, deps, { fields, order, replacedId, now }),
  ])
  const { sameId } = placement
  if (replacedId !== undefined) await supersedeOrder(tx, replacedId, buyer.actor, now)
  if (sameId !== undefined && (await kind.reuse(tx, sameId, placement))) {
    await (fields.text_consent ? writeConsent(tx, sameId, placement) : removeTextConsent(tx, sameId))
    return sameId
  }
  const orderId = await kind.write(tx, deps, placement, locked)
  if (fields.text_consent) await writeConsent(tx, orderId, placement)
  if (given) await recordGiven(tx, orderId, given, placement)
  if (replacedId !== undefined) {
    deps.jobs?.wake('waitlists')
    await tx.update(orders).set({ supersededById: orderId }).where(eq(orders.id, replacedId))
  }
  return orderId
}

const writeConsent = (
  tx: Tx,
  orderId: number,
  { fields: { text_consent: words }, buyer: { phone, channel }, now }: Placement<OrderToPlace>,
): Promise<void> =>
  saveTextConsent(
    tx,
    { orderId, phone, words: words ?? '', givenTo: channel === 'web' ? 'shop' : 'staff' },
    now,
  )

/** True when something of the order's price may belong to somebody else by now. */
const hasClaims = <Order extends OrderToPlace>(
  { claims }: Pick<OrderKind<Order, unknown, unknown>, 'claims'>,
  order: Order,
): boolean => Boolean(order.cart.discount) || claims?.areMadeBy(order) === true

/** The session, the locks, the buyer's order of the same cart, and the version of the catalogue. */
type Early = Promise<
  [
    Awaited<ReturnType<typeof lockSession>>,
    void,
    Awaited<ReturnType<typeof findSameOrder>>,
    string | undefined,
  ]
>

interface Replacing {
  draftId: OrderFields['draft_id']
  oldId: number | undefined
  now: Date
}

/**
 * Locks the order that this one replaces, unless it has the same cart.
 *
 * @returns its id; undefined without one, at once
 */
async function lockReplaced(
  tx: Tx,
  early: Early,
  { draftId, oldId, now }: Replacing,
): Promise<number | undefined> {
  if (draftId && (await wasOrderedOnOtherDevice(tx, draftId))) {
    throw new OrderRefused({ ok: false, reason: 'payment_in_progress' })
  }
  if (oldId === undefined) return undefined
  const [, , sameId] = await early
  if (oldId === sameId) return undefined
  const locked = await lockForSuccessor(tx, oldId, now)
  if (!locked.ok) throw new OrderRefused({ ...locked, orderId: oldId })
  return oldId
}

/** Another order may have taken the last use of the code since the order was priced. */
async function checkCode(
  tx: Tx,
  { order, ownOrderIds: except, now }: Placement<OrderToPlace>,
): Promise<void> {
  const { discount } = order.cart
  if (!discount || (await hasUseLeft(tx, discount.id, { except, now }))) return
  const fields = { discount_code_code: [getDiscountRefusalText('used_up', discount.code)] }
  throw new OrderRefused({ ok: false, reason: 'invalid', fields })
}
