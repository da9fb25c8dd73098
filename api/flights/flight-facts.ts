import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx } from '../db/client.ts'
import { aircraft, departureExceptions, departures, fares, products } from '../db/schema/catalogue.ts'
import { flights, slots } from '../db/schema/inventory.ts'
import { expectedArrival } from '../slots/expected-times.ts'
import { toDollarsOrNull } from '../rules/money/money.ts'
import { findUnitPrice } from '../rules/pricing/price-lines.ts'
import { getDepartureTags } from '../rules/time/local-time.ts'
import { type Resource, type Row } from '../resources/resource.ts'

/** The price of the departure on the flight's date, if that date has its own. */
const pricedOn = and(
  eq(departureExceptions.departureId, slots.departureId),
  eq(departureExceptions.date, slots.localDate),
  eq(departureExceptions.kind, 'priced'),
)

/** Adds fields of departure, product and aircraft to flights, with one query for all of them. */
export async function withFlightFacts(db: DbOrTx, rows: readonly Row[]): Promise<Row[]> {
  const found = await db
    .select({
      id: flights.id,
      arriveAt: expectedArrival,
      terminalId: slots.terminalId,
      typeId: aircraft.aircraftTypeId,
      product: products,
      departure: departures,
      fare: fares,
      own: departureExceptions.seatPriceCents,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(departures, eq(departures.id, slots.departureId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .leftJoin(fares, eq(fares.id, departures.fareId))
    .leftJoin(departureExceptions, pricedOn)
    .where(
      inArray(
        flights.id,
        rows.map((row) => Number(row['id'])),
      ),
    )
  return rows.map((row) => {
    const facts = found.find(({ id }) => id === row['id'])
    if (!facts) return row
    const { product, departure, fare, own } = facts
    // The list price, without the discount of a campaign.
    const seatPriceCents = own ?? departure.seatPriceCents
    const priced = { ...departure, seatPriceCents, tags: getDepartureTags(departure) }
    const price = findUnitPrice({ product, departure: priced, fare, campaignBps: 0 }, 'seat')
    return {
      ...row,
      product_id: product.id,
      departure_id: departure.id,
      aircraft_type_id: facts.typeId,
      departure_terminal_id: facts.terminalId,
      arrival_terminal_id: departure.arrivalTerminalId ?? product.arrivalTerminalId,
      brand_id: product.brandId,
      tag_list: priced.tags,
      seat_price: toDollarsOrNull(price?.listCents ?? null),
      arrive_at: facts.arriveAt.toISOString(),
    }
  })
}

const factNames = [
  'product_id',
  'departure_id',
  'aircraft_type_id',
  'departure_terminal_id',
  'arrival_terminal_id',
  'brand_id',
  'tag_list',
  'seat_price',
  'arrive_at',
]

const slotValue = (value: SQL) =>
  sql`(select ${value} from ${slots}
    join ${departures} on ${departures.id} = ${slots.departureId} join ${products}
      on ${products.id} = ${slots.productId}
    left join ${fares} on ${fares.id} = ${departures.fareId} left join ${departureExceptions} on ${pricedOn}
    where ${slots.id} = ${flights.slotId})`

/** SQL to sort by these fields, except tags, which are not a single value. */
export const flightSorts: NonNullable<Resource['sorts']> = {
  product_id: slotValue(sql`${products.id}`),
  departure_id: slotValue(sql`${departures.id}`),
  aircraft_type_id: sql`(select ${aircraft.aircraftTypeId} from ${aircraft}
    where ${aircraft.id} = ${flights.aircraftId})`,
  departure_terminal_id: slotValue(sql`${slots.terminalId}`),
  arrival_terminal_id: slotValue(
    sql`coalesce(${departures.arrivalTerminalId}, ${products.arrivalTerminalId})`,
  ),
  brand_id: slotValue(sql`${products.brandId}`),
  seat_price: slotValue(
    sql`coalesce(${departureExceptions.seatPriceCents}, ${departures.seatPriceCents}, ${fares.seatPriceCents},
      ${products.seatPriceCents})`,
  ),
  arrive_at: slotValue(sql`${expectedArrival}`),
}

/** These fields as fields of the resource. */
export const flightFacts: NonNullable<Resource['mapped']> = Object.fromEntries(
  factNames.map((name) => [name, { read: (row: Row) => row[name] ?? null }]),
)
