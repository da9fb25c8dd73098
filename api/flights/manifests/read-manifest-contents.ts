import { and, asc, eq, sql } from 'drizzle-orm'
import { type ManifestContent, type ManifestLine, type ManifestParty } from '#contract/manifest-version.ts'
import { type Seating } from '#contract/seating.ts'
import { type DbOrTx } from '../../db/client.ts'
import { aircraft, aircraftTypes, products, terminals } from '../../db/schema/catalogue.ts'
import { holds } from '../../db/schema/holds.ts'
import { flights, slots } from '../../db/schema/inventory.ts'
import { orderItemUpgrades } from '../../db/schema/orders.ts'
import { passengers, waiverSignatures } from '../../db/schema/passengers.ts'
import { users } from '../../db/schema/people.ts'
import { statement } from '../../db/statement.ts'
import { findDaylight } from '../../rules/time/flight-day.ts'
import { type SeatedMember } from '../../rules/seats/seat-party.ts'
import { type CountedParty, countParties } from '../../seats/count-party.ts'
import { fullName } from '../pilots.ts'
import { signatureHolds } from '../../store/written-texts/signature-holds.ts'
import { cabinColumns, seatsTaken } from '../seatings/cabin-columns.ts'
import { listSeated, presentSeating, seatNameOf } from '../seatings/present-seating.ts'
import { findPartyWords } from './find-party-words.ts'

type Contents = ReadonlyMap<number, ManifestContent>

/**
 * What stands on the manifests of some flights now. It runs seven queries for any number of flights.
 */
export async function readManifestContents(db: DbOrTx, flightIds: readonly number[]): Promise<Contents> {
  if (flightIds.length === 0) return new Map()
  const [rows, sold] = await Promise.all([selectFlights(db, { flightIds }), selectSold(db, { flightIds })])
  const orderIds = [...new Set(sold.flatMap(({ orderId }) => orderId ?? []))]
  const [parties, extras, words] = await Promise.all([
    countParties(db, orderIds),
    findExtras(db, orderIds),
    findPartyWords(db, orderIds),
  ])
  return new Map(
    rows.map((row) => {
      const own = sold.filter(({ flightId }) => flightId === row.id).map(({ orderId }) => orderId)
      const here = parties.filter(({ orderId }) => own.includes(orderId))
      const seating = presentSeating(row, listSeated(here, row.id, row.cabin))
      const lines = here.flatMap((party) => listLines(party, { flightId: row.id, seating, ...extras }))
      return [row.id, { ...presentContent(row, lines), ...presentParties(words, lines), seating }]
    }),
  )
}

const anyOf = (name: 'flightIds' | 'orderIds') => sql`any(${sql.placeholder(name)}::int[])`

const selectSold = statement((db) =>
  db
    .selectDistinct({ flightId: holds.flightId, orderId: holds.orderId })
    .from(holds)
    .where(and(sql`${holds.flightId} = ${anyOf('flightIds')}`, eq(holds.state, 'sold')))
    .orderBy(asc(holds.orderId)),
)

type FlightRow = Awaited<ReturnType<typeof selectFlights>>[number]

const selectFlights = statement((db) =>
  db
    .select({
      id: flights.id,
      departAt: flights.departAt,
      capacity: flights.capacity,
      maxWeightLbs: flights.maxWeightLbs,
      seatsSold: flights.seatsSold,
      pilotId: flights.pilotId,
      pilot: sql<string | null>`case when ${flights.pilotId} is not null then ${fullName} end`,
      registration: aircraft.registration,
      cabin: cabinColumns,
      taken: seatsTaken,
      product: products.name,
      terminal: {
        name: terminals.name,
        timezone: terminals.timezone,
        latitude: terminals.latitude,
        longitude: terminals.longitude,
      },
    })
    .from(flights)
    .innerJoin(slots, eq(slots.id, flights.slotId))
    .innerJoin(products, eq(products.id, slots.productId))
    .innerJoin(terminals, eq(terminals.id, slots.terminalId))
    .innerJoin(aircraft, eq(aircraft.id, flights.aircraftId))
    .innerJoin(aircraftTypes, eq(aircraftTypes.id, aircraft.aircraftTypeId))
    .leftJoin(users, eq(users.id, flights.pilotId))
    .where(sql`${flights.id} = ${anyOf('flightIds')}`),
)

function presentContent(row: FlightRow, lines: ManifestLine[]): Omit<ManifestContent, 'seating'> {
  const { sunset, dusk } = findDaylight(row.departAt, row.terminal)
  return {
    product_name: row.product,
    terminal_name: row.terminal.name,
    timezone: row.terminal.timezone,
    depart_at: row.departAt.toISOString(),
    sunset: sunset?.toISOString() ?? null,
    last_light: dusk?.toISOString() ?? null,
    registration: row.registration,
    capacity: row.capacity,
    max_weight_lbs: row.maxWeightLbs,
    pilot_id: row.pilotId,
    pilot_name: row.pilot,
    seats_sold: row.seatsSold,
    total_weight_lbs: lines.reduce((sum, { counted_lbs: pounds }) => sum + pounds, 0),
    passengers: lines,
  }
}

/** Of the parties on board; those of whom nobody comes are not on the manifest. */
function presentParties(
  words: readonly ManifestParty[],
  lines: readonly ManifestLine[],
): Pick<ManifestContent, 'parties'> {
  const own = words.filter((party) => lines.some((line) => line.order_id === party.order_id))
  return own.length === 0 ? {} : { parties: own }
}

interface Extras {
  upgrades: readonly { orderId: number; text: string }[]
  /** The passengers who signed their waiver. */
  signed: ReadonlySet<number>
}

async function findExtras(db: DbOrTx, orderIds: readonly number[]): Promise<Extras> {
  if (orderIds.length === 0) return { upgrades: [], signed: new Set() }
  const [upgrades, signed] = await Promise.all([selectUpgrades(db, { orderIds }), findSigned(db, orderIds)])
  return {
    signed,
    upgrades: upgrades.map(({ orderId, name, quantity }) => ({
      orderId,
      text: quantity > 1 ? `${String(quantity)} × ${name}` : name,
    })),
  }
}

/** The extras of orders, in the order in which they were chosen. */
export const selectUpgrades = statement<
  { orderIds: readonly number[] },
  (typeof orderItemUpgrades.$inferSelect)[]
>((db) =>
  db
    .select()
    .from(orderItemUpgrades)
    .where(sql`${orderItemUpgrades.orderId} = ${anyOf('orderIds')}`)
    .orderBy(asc(orderItemUpgrades.id)),
)

/** The passengers of orders who signed a waiver that counts for their flight. */
export async function findSigned(db: DbOrTx, orderIds: readonly number[]): Promise<Set<number>> {
  if (orderIds.length === 0) return new Set()
  const rows = await selectSigned(db, { orderIds })
  return new Set(rows.map(({ id }) => id))
}

const selectSigned = statement((db) =>
  db
    .select({ id: waiverSignatures.passengerId })
    .from(waiverSignatures)
    .innerJoin(passengers, eq(passengers.id, waiverSignatures.passengerId))
    .where(and(sql`${passengers.orderId} = ${anyOf('orderIds')}`, signatureHolds)),
)

/** The passengers of a party on one aircraft, without those who did not come. */
function listLines(
  { orderId, people, seated }: CountedParty,
  { flightId, seating, upgrades, signed }: Extras & { flightId: number; seating: Seating | null },
): ManifestLine[] {
  const here = seated.find((one) => one.flightId === flightId)?.people ?? []
  const extras = upgrades.filter((one) => one.orderId === orderId).map(({ text }) => text)
  return here.flatMap((seat) => {
    const person = people.find(({ id }) => id === seat.id)
    if (!person || person.boarding === 'no_show') return []
    const facts = { seat, extras, isSigned: signed.has(person.id), name: seatNameOf(seating, person.id) }
    return [presentLine(person, facts)]
  })
}

interface LineFacts {
  seat: SeatedMember
  extras: readonly string[]
  isSigned: boolean
  /** The name of the seat. */
  name: string | null
}

const presentLine = (
  person: CountedParty['people'][number],
  { seat, extras, isSigned, name }: LineFacts,
): ManifestLine => ({
  id: person.id,
  order_id: person.orderId,
  full_name: person.fullName,
  weight_lbs: person.weightLbs,
  counted_lbs: seat.weightLbs,
  seats: seat.seats,
  seat: name,
  waiver_signed: isSigned,
  checked_in_at: person.boarding === 'checked_in' ? (person.boardedAt?.toISOString() ?? null) : null,
  notes: [person.passengerType ?? '', person.seating ?? '', person.boardingNote ?? '', ...extras].filter(
    (note) => note !== '',
  ),
})
