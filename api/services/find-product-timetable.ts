import { eq } from 'drizzle-orm'
import { type Db } from '../db/client.ts'
import { products, terminals } from '../db/schema/catalogue.ts'
import { getSalesWindow } from '../domain/availability.ts'
import { type PartySize } from '../domain/departure-room.ts'
import { isPublished } from '../domain/published.ts'
import { loadTimetables, type ProductTimetable } from './load-timetables.ts'

export interface AvailabilityQuestion extends PartySize {
  productId: number
  /** The brand whose fees the prices hold; the product's own unless given. */
  sellingBrandId?: number | undefined
  now: Date
  /** Seats held by this session do not count. */
  ownSessionId?: string | undefined
}

/** One product's timetable over its whole sales window; undefined when there is no such product on show. */
export async function findProductTimetable(
  db: Db,
  question: AvailabilityQuestion,
): Promise<(ProductTimetable & { sellingBrandId: number }) | undefined> {
  const { productId, now, ownSessionId } = question
  const [row] = await db
    .select({ product: products, timezone: terminals.timezone })
    .from(products)
    .innerJoin(terminals, eq(terminals.id, products.departureTerminalId))
    .where(eq(products.id, productId))
  if (!row || !isPublished(row.product, now)) return undefined
  const { salesWindowDays } = row.product
  const window = getSalesWindow({ timezone: row.timezone, salesWindowDays }, now)
  const [found] = await loadTimetables(db, [productId], { ...window, now, ownSessionId })
  return found && { ...found, sellingBrandId: question.sellingBrandId ?? found.entry.product.brandId }
}

/** The way of buying a question is about: a product without seat prices is sold whole, whatever was asked. */
export function partyFor({ entry }: ProductTimetable, asked: PartySize): PartySize {
  const bySeat = asked.quantityType === 'seat' && entry.product.seatPriceCents !== null
  const whole = entry.product.flightPriceCents !== null
  return { quantity: asked.quantity, quantityType: bySeat || !whole ? 'seat' : 'flight' }
}
