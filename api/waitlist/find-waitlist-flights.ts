import { inArray } from 'drizzle-orm'
import { type WaitlistFlight } from '#contract/waitlist.ts'
import { type DbOrTx } from '../db/client.ts'
import { slots } from '../db/schema/inventory.ts'
import { addMinutes, getDepartureTags, timezoneLabel, toLocalTime } from '../rules/time/local-time.ts'
import {
  type Catalogue,
  findEntry,
  readCatalogue,
  requireTerminal,
} from '../store/catalogue/read-catalogue.ts'

type SlotRow = Pick<
  typeof slots.$inferSelect,
  'productId' | 'departureId' | 'terminalId' | 'localDate' | 'departAt'
> & {
  calledOffAt?: Date | null
}

/** The departures of slots by slot id, without those that have left the catalogue. */
export async function findWaitlistFlights(
  db: DbOrTx,
  slotIds: readonly number[],
): Promise<Map<number, WaitlistFlight>> {
  if (slotIds.length === 0) return new Map()
  const catalogue = await readCatalogue(db)
  const rows = await db
    .select()
    .from(slots)
    .where(inArray(slots.id, [...slotIds]))
  return new Map(
    rows.flatMap((row) => {
      const flight = presentWaitlistFlight(catalogue, row)
      return flight ? [[row.id, flight] as const] : []
    }),
  )
}

/** A departure as its waitlist pages and mails show it; undefined when its product is gone. */
export function presentWaitlistFlight(catalogue: Catalogue, slot: SlotRow): WaitlistFlight | undefined {
  const entry = findEntry(catalogue, slot.productId)
  if (!entry) return undefined
  const { product } = entry
  const terminal = requireTerminal(entry.terminals, slot.terminalId)
  const rule = entry.departures.find(({ id }) => id === slot.departureId)
  return {
    product_id: product.id,
    product_name: product.name,
    product_slug: product.slug,
    place: product.place,
    tags: rule ? getDepartureTags(rule) : [],
    departure_id: slot.departureId,
    depart_at: slot.departAt.toISOString(),
    local_date: slot.localDate,
    local_time: toLocalTime(slot.departAt, terminal.timezone),
    timezone: terminal.timezone,
    timezone_label: timezoneLabel(slot.departAt, terminal.timezone),
    terminal_name: terminal.name,
    sales_close_at: addMinutes(slot.departAt, -product.salesCloseMins).toISOString(),
    called_off: Boolean(slot.calledOffAt),
  }
}
