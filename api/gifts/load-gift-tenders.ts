import { asc, eq, inArray, sql } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type DbOrTx } from '../db/client.ts'
import { departures } from '../db/schema/catalogue.ts'
import { orderItemFlights, orderItemSeats } from '../db/schema/orders.ts'
import { giftCards } from '../db/schema/tenders.ts'
import { type PaidDeparture } from '../rules/gifts/gift-scope.ts'
import { type GiftCardTender } from '../rules/pricing/pricing-facts.ts'
import { readCatalogue } from '../store/catalogue/read-catalogue.ts'
import { toGiftTender } from './as-tender.ts'
import { findGiftProblem, giftSentence, type Payer } from './check-tenders.ts'
import { type LoadTendersInput, type TenderedOrder } from './tender-request.ts'
import { ownedTenderCondition } from '../store/orders/order.ts'

type Gifts = { ok: true; giftCards: GiftCardTender[] } | { ok: false; fields: FieldErrors }

/**
 * Loads the requested gift cards if all of them can pay a unit of the order; with `lock`, locks
 * them by id.
 */
export async function loadGiftTenders(
  db: DbOrTx,
  { order, input, payer: caller, now }: LoadTendersInput,
  payer: Payer,
  lock: boolean,
): Promise<Gifts> {
  if (input.giftCards.length === 0) return { ok: true, giftCards: [] }
  const departure = order.departure === undefined ? await findDeparture(db, order) : order.departure
  const { fares } = await readCatalogue(db)
  const ids = input.giftCards.map(({ id }) => id)
  const owned = sql<boolean>`${ownedTenderCondition(caller, {
    ownerId: giftCards.purchaserId,
    orderId: giftCards.purchaserOrderId,
  })}`
  const query = db
    .select({ row: giftCards, owned })
    .from(giftCards)
    .where(inArray(giftCards.id, ids))
    .orderBy(asc(giftCards.id))
  const rows = await (lock ? query.for('update', { of: giftCards }) : query)
  const tenders: GiftCardTender[] = []
  for (const { id, field } of input.giftCards) {
    const found = rows.find(({ row }) => row.id === id)
    const named = field === 'gift_card_codes' ? 'by_code' : 'by_id'
    const place = {
      payer,
      named,
      now,
      departure,
      fares,
      unit: order.quantityType,
      orderId: lock ? 0 : order.id,
    } as const
    const problem = found ? findGiftProblem(found.row, { ...place, owned: found.owned }) : 'unknown'
    if (!found || problem) return { ok: false, fields: { [field]: [giftSentence(problem ?? 'unknown')] } }
    tenders.push(toGiftTender(found.row))
  }
  return { ok: true, giftCards: tenders }
}

/** The ordered departure; null for gift cards to buy, which gift cards cannot pay. */
async function findDeparture(db: DbOrTx, { id, quantityType }: TenderedOrder): Promise<PaidDeparture | null> {
  const items = quantityType === 'seat' ? orderItemSeats : orderItemFlights
  const [found] = await db
    .select({ productId: departures.productId, fareId: departures.fareId })
    .from(items)
    .innerJoin(departures, eq(departures.id, items.departureId))
    .where(eq(items.orderId, id))
    .limit(1)
  return found ?? null
}
