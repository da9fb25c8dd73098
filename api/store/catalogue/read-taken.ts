import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import { type DbOrTx } from '../../db/client.ts'
import { products } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orders } from '../../db/schema/orders.ts'
import { waitlistOffers } from '../../db/schema/waitlist.ts'
import { rawStatement } from '../../db/statement.ts'
import { hashWaitlistToken } from '../../gateways/link-secret.ts'
import { type BusySpan } from '../../rules/departures/availability.ts'
import { type FlightState } from '../../rules/time/flight-day.ts'
import { addDays, addMinutes, instantOf } from '../../rules/time/local-time.ts'

/** Calendar days, both included, as they stand at `now`. */
export interface TakenQuestion {
  fromDate: string
  untilDate: string
  now: Date
  /** Seats held by this session do not count, so that shoppers never block themselves. */
  ownSessionId?: string | undefined
  /** The secret of a waitlist offer, whose held seats do not count either. */
  ownOffer?: string | undefined
}

/** The one departure that is asked about, and how long an aircraft is busy that flies it. */
export interface AskedDeparture {
  id: number
  departAt: Date
  flightDurationMins: number
  /** The longest of its aircraft. */
  turnaroundMins: number
}

/** Slots with their flights, and when each of the aircraft is busy. */
export interface Taken {
  slots: readonly TakenSlot[]
  busy: readonly BusySpan[]
}

/** A slot, and one of its flights. Instants are in milliseconds. */
export type TakenSlot = [
  productId: number,
  departureId: number,
  localDate: string,
  departAt: number,
  arriveAt: number,
  isCancelled: boolean,
  isOnWeatherHold: boolean,
  flight: TakenFlight | null,
]
type TakenFlight = [
  aircraftId: number,
  departAt: number,
  readyAt: number,
  capacity: number,
  maxWeightLbs: number,
  status: FlightState,
  seatsTaken: number,
  weightLbs: number,
  staffSeats: number,
]

/** The longest day has 25 hours, and no flight lasts longer. */
const DAY_MINS = 25 * 60

/** Every slot of the products on these days, and every flight that may keep an aircraft busy then. */
export async function readTaken(
  db: DbOrTx,
  of: { productIds: readonly number[]; aircraftIds: readonly number[] },
  question: TakenQuestion,
): Promise<Taken> {
  const { fromDate, untilDate } = question
  const [row] = await selectTaken(db, {
    ...of,
    ...valuesOf(question),
    // One more day on each side allows for time zones and flights over midnight.
    from: instantOf(addDays(fromDate, -1), '00:00', 'UTC').toISOString(),
    until: instantOf(addDays(untilDate, 2), '00:00', 'UTC').toISOString(),
  })
  const found = row?.taken ?? []
  return { slots: found, busy: found.flatMap(busySpan) }
}

/**
 * The slots of one departure on these days, and what keeps one of the aircraft from flying it: of the
 * other flights of a day nothing is read.
 */
export async function readTakenOfDeparture(
  db: DbOrTx,
  { id, departAt, flightDurationMins, turnaroundMins }: AskedDeparture,
  aircraftIds: readonly number[],
  question: TakenQuestion,
): Promise<Taken> {
  const [row] = await selectTakenOfDeparture(db, {
    ...{ departureId: id, aircraftIds, turnaroundMins },
    ...valuesOf(question),
    earliest: addMinutes(departAt, -DAY_MINS).toISOString(),
    departAt: departAt.toISOString(),
    readyAt: addMinutes(departAt, flightDurationMins + turnaroundMins).toISOString(),
  })
  const busy = row?.busy ?? []
  return { slots: row?.slots ?? [], busy: busy.map((span) => toSpan(...span)) }
}

const valuesOf = ({ fromDate, untilDate, now, ownSessionId, ownOffer }: TakenQuestion) => ({
  ...{ fromDate, untilDate, now: now.toISOString() },
  sessionId: ownSessionId ?? null,
  offerHash: ownOffer ? hashWaitlistToken(ownOffer) : null,
})

function busySpan([, , , , , , , flight]: TakenSlot): BusySpan[] {
  if (!flight) return []
  const [aircraftId, departAt, readyAt, , , status, seatsTaken] = flight
  if (status === 'called_off' || seatsTaken === 0) return []
  return [toSpan(aircraftId, departAt, readyAt)]
}

const toSpan = (aircraftId: number, from: number, until: number): BusySpan => ({
  aircraftId,
  from: new Date(from),
  until: new Date(until),
})

/** The counter includes ended holds until they are released, so it is never too small. */
const hasSeatsTaken = sql`${flights.seatsSold} + ${flights.seatsHeld} > 0`

const sessionId = sql`${sql.placeholder('sessionId')}::uuid`
const offerHash = sql`${sql.placeholder('offerHash')}::text`
const own = sql`${sessionId} is not null and exists (select 1 from ${orders}
  where ${orders.id} = ${holds.orderId} and ${orders.sessionId} = ${sessionId})`
const offered = sql`${offerHash} is not null and exists (select 1 from ${waitlistOffers}
  where ${waitlistOffers.id} = ${holds.waitlistOfferId} and ${waitlistOffers.tokenHash} = ${offerHash})`
/** A hold counts until it ends or while its payment is open, whatever the flight's counter says. */
const isHeld = sql`${holds.state} = 'held' and (${holds.paymentOpen}
  or ${holds.expiresAt} > ${sql.placeholder('now')}::timestamptz) and not (${own}) and not (${offered})`

const sumOfHolds = (column: AnyColumn, condition: SQL) =>
  sql`coalesce((select sum(${column}) from ${holds} where ${holds.flightId} = ${flights.id}
    and (${condition})), 0)`

type Instant = 'from' | 'until' | 'earliest' | 'departAt' | 'readyAt'
const at = (name: Instant) => sql`${sql.placeholder(name)}::timestamptz`
const anyOf = (name: 'productIds' | 'aircraftIds') => sql`any(${sql.placeholder(name)}::int[])`
const inMilliseconds = (column: AnyColumn) => sql`(extract(epoch from ${column}) * 1000)::bigint`
const isOnTheDays = sql`${slots.localDate}
  between ${sql.placeholder('fromDate')}::date and ${sql.placeholder('untilDate')}::date`

// Most flights have no live hold, and their counter says so.
const seatsTaken = sql`${flights.seatsSold}
  + case when ${flights.seatsHeld} > 0 then ${sumOfHolds(holds.seats, isHeld)} else 0 end`
const weightTaken = sumOfHolds(holds.weightLbs, sql`${holds.state} = 'sold' or (${isHeld})`)
// Only where a product holds seats back it matters who sold them.
const staffSeats = sql`case when exists (select 1 from ${products} where ${products.id} = ${slots.productId}
    and ${products.seatsHeldBack} > 0)
  then ${sumOfHolds(holds.seats, sql`${holds.byStaff} and (${holds.state} = 'sold' or (${isHeld}))`)}
  else 0 end`

/** The rows come as one JSON text: a span may have thousands, and the driver takes longer to read each. */
const listSlots = (weight: SQL) => sql`coalesce(json_agg(json_build_array(
    ${slots.productId}, ${slots.departureId}, ${slots.localDate},
    ${inMilliseconds(slots.departAt)}, ${inMilliseconds(slots.arriveAt)}, ${slots.calledOffAt} is not null,
    ${slots.weatherHoldId} is not null, case when ${flights.id} is not null then json_build_array(
      ${flights.aircraftId}, ${inMilliseconds(flights.departAt)}, ${inMilliseconds(flights.readyAt)},
      ${flights.capacity}, ${flights.maxWeightLbs}, ${flights.status},
      ${seatsTaken}, ${weight}, ${staffSeats}) end
  ) order by ${slots.id}, ${flights.id}), '[]')`

type TakenValues = ReturnType<typeof valuesOf> & { aircraftIds: readonly number[] }

/**
 * A flight leaves when its slot does, or later by its delay; both conditions stand here so that neither
 * table is scanned. Flights of other products only keep their aircraft busy, so nobody asks what they
 * weigh.
 */
const selectTaken = rawStatement<
  TakenValues & { productIds: readonly number[]; from: string; until: string },
  { taken: TakenSlot[] }
>(sql`
  select ${listSlots(
    sql`case when ${slots.productId} = ${anyOf('productIds')} then ${weightTaken} else 0 end`,
  )} as taken
  from ${slots}
  left join ${flights} on ${flights.slotId} = ${slots.id}
    and ${flights.departAt} between ${at('from')} and ${at('until')} + interval '1 day'
  where ${slots.departAt} between ${at('from')} and ${at('until')}
    and (${slots.productId} = ${anyOf('productIds')} and ${isOnTheDays}
      or ${flights.aircraftId} = ${anyOf('aircraftIds')} and ${hasSeatsTaken})`)

const slotsOfDeparture = sql`${slots.departureId} = ${sql.placeholder('departureId')}::int and ${isOnTheDays}`

/** A slot that was made when the flight lasted longer keeps its end. */
const selectTakenOfDeparture = rawStatement<
  TakenValues & {
    departureId: number
    turnaroundMins: number
    earliest: string
    departAt: string
    readyAt: string
  },
  { slots: TakenSlot[]; busy: [aircraftId: number, from: number, until: number][] }
>(sql`
  select (select ${listSlots(weightTaken)}
      from ${slots} left join ${flights} on ${flights.slotId} = ${slots.id}
      where ${slotsOfDeparture}) as slots,
    (select coalesce(json_agg(json_build_array(${flights.aircraftId},
        ${inMilliseconds(flights.departAt)}, ${inMilliseconds(flights.readyAt)})), '[]')
      from ${flights}
      where ${flights.aircraftId} = ${anyOf('aircraftIds')} and ${hasSeatsTaken}
        and ${flights.departAt} > ${at('earliest')} and ${flights.readyAt} > ${at('departAt')}
        and ${flights.departAt} < greatest(${at('readyAt')}, (
          select max(${slots.arriveAt}) + make_interval(mins => ${sql.placeholder('turnaroundMins')}::int)
          from ${slots} where ${slotsOfDeparture}))
        and ${flights.status} <> 'called_off' and ${seatsTaken} > 0) as busy`)
