import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { type OrderFlight } from '#contract/order.ts'
import { type DbOrTx } from '../../db/client.ts'
import { departures, products, terminals } from '../../db/schema/catalogue.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orderItemFlights, orderItemSeats } from '../../db/schema/orders.ts'
import { weatherHolds } from '../../db/schema/weather-holds.ts'
import { statement } from '../../db/statement.ts'
import { addMinutes, getDepartureTags, readLocalDeparture } from '../../rules/time/local-time.ts'

/**
 * The flights of an order with all a passenger needs: when, where, how long. The first to leave
 * comes first.
 */
export async function readOrderFlights(db: DbOrTx, flightIds: readonly number[]): Promise<OrderFlight[]> {
  return flightIds.length === 0 ? [] : (await selectFlights(db, { flightIds })).map(presentFlight)
}

/** The flights of an order's present items. */
export const readFlightsOfOrder = async (db: DbOrTx, orderId: number): Promise<OrderFlight[]> =>
  (await selectFlightsOfOrder(db, { orderId })).map(presentFlight)

/** Only what is shown: a list of orders reads dozens of flights, and their tables have a hundred columns. */
const flightsWhere = (db: DbOrTx, condition: SQL) =>
  db
    .select({
      flight: {
        id: flights.id,
        status: flights.status,
        flightCode: flights.flightCode,
        departAt: flights.departAt,
        delayMins: flights.delayMins,
        delayReason: flights.delayReason,
        delayWords: flights.delayWords,
      },
      slot: {
        departureId: slots.departureId,
        departAt: slots.departAt,
        arriveAt: slots.arriveAt,
        localDate: slots.localDate,
      },
      product: {
        id: products.id,
        name: products.name,
        slug: products.slug,
        place: products.place,
        photo: products.photo,
        photoFocal: products.photoFocal,
        checkInMins: products.checkInMins,
        flightDurationMins: products.flightDurationMins,
      },
      terminal: {
        id: terminals.id,
        name: terminals.name,
        timezone: terminals.timezone,
        street: terminals.street,
        city: terminals.city,
        state: terminals.state,
        zipCode: terminals.zipCode,
        latitude: terminals.latitude,
        longitude: terminals.longitude,
      },
      departure: {
        time: departures.time,
        offsetInMins: departures.offsetInMins,
        tagList: departures.tagList,
      },
      decideAt: weatherHolds.decideAt,
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .innerJoin(departures, eq(departures.id, slots.departureId))
    .leftJoin(weatherHolds, eq(weatherHolds.id, slots.weatherHoldId))
    .where(condition)
    .orderBy(asc(slots.departAt), asc(flights.id))

type FlightRow = Awaited<ReturnType<typeof flightsWhere>>[number]

const selectFlights = statement<{ flightIds: readonly number[] }, FlightRow[]>((db) =>
  flightsWhere(db, sql`${flights.id} = any(${sql.placeholder('flightIds')}::int[])`),
)

const selectFlightsOfOrder = statement<{ orderId: number }, FlightRow[]>((db) =>
  flightsWhere(
    db,
    sql`${flights.id} in (
      select "flight_id" from ${orderItemSeats} where "order_id" = ${sql.placeholder('orderId')}
      union all
      select "flight_id" from ${orderItemFlights} where "order_id" = ${sql.placeholder('orderId')})`,
  ),
)

function presentFlight({ flight, slot, product, terminal, departure, decideAt }: FlightRow): OrderFlight {
  const local = readLocalDeparture(slot.departAt, terminal.timezone)
  return {
    status: flight.status,
    flight_id: flight.id,
    flight_code: flight.flightCode,
    product_id: product.id,
    product_name: product.name,
    product_slug: product.slug,
    place: product.place,
    photo: product.photo,
    photo_focal: product.photoFocal,
    departure_id: slot.departureId,
    depart_at: slot.departAt.toISOString(),
    arrive_at: slot.arriveAt.toISOString(),
    check_in_at: addMinutes(slot.departAt, -product.checkInMins).toISOString(),
    local_date: slot.localDate,
    local_time: local.localTime,
    timezone: terminal.timezone,
    timezone_label: local.timezoneLabel,
    tags: getDepartureTags(departure),
    flight_duration_mins: product.flightDurationMins,
    terminal_id: terminal.id,
    terminal_name: terminal.name,
    terminal_address: `${terminal.street}, ${terminal.city}, ${terminal.state} ${terminal.zipCode}`,
    terminal_latitude: terminal.latitude,
    terminal_longitude: terminal.longitude,
    ...(decideAt === null ? {} : { on_hold: { decide_at: decideAt.toISOString() } }),
    ...presentDelay(flight, { slot, checkInMins: product.checkInMins, timezone: terminal.timezone }),
  }
}

interface DelayedSlot {
  slot: FlightRow['slot']
  checkInMins: number
  timezone: string
}

/** The expected times of a flight that is delayed. */
function presentDelay(
  { delayMins: minutes, delayReason: reason, delayWords: words, departAt }: FlightRow['flight'],
  { slot, checkInMins, timezone }: DelayedSlot,
): Pick<OrderFlight, 'delay'> {
  if (minutes === 0 || reason === null) return {}
  return {
    delay: {
      ...{ minutes, reason, words },
      depart_at: departAt.toISOString(),
      arrive_at: addMinutes(slot.arriveAt, minutes).toISOString(),
      check_in_at: addMinutes(departAt, -checkInMins).toISOString(),
      local_time: readLocalDeparture(departAt, timezone).localTime,
    },
  }
}
