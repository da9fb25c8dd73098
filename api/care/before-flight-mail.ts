import { type OrderFlight } from '#contract/order.ts'
import { careMessages } from '../db/schema/care.ts'
import { type ApiDeps } from '../deps.ts'
import { BRING, LATE } from '../orders/ticket-mail.ts'
import { findMissingPassengers, type MissingPassenger } from '../passengers/find-missing-passengers.ts'
import { toLocalDate } from '../rules/time/local-time.ts'
import { type CareMessage } from '../store/care/queue-care.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { declareMail, type MailRow, orderIdOf, orderNumberOf } from '../store/mails/queue-mail.ts'
import { readSoldFlights } from '../store/orders/read-sold-flights.ts'
import { composeCareMail, loadCare, type WantedCare } from '../store/care/compose-care-mail.ts'

/** Two days before departure: when and where to be, what is missing, and what else is left to do. */
export const beforeFlightMail = declareMail({
  kind: 'before_flight',
  about: careMessages,
  recipient: 'buyer',
  delivery: 'optional',
  repeatable: false,
  correcting: null,
  opensOrder: true,
  load: loadComing,
  compose: writeMail,
})

interface ComingParty {
  care: WantedCare
  orderNumber: string
  /** At least one, all on the same day, the first to leave first. */
  flights: OrderFlight[]
  missing: MissingPassenger[]
}

const isToCome = ({ status }: OrderFlight) => status === 'scheduled' || status === 'delayed'

/**
 * The party's flights of this departure, and of later ones on its day, as they stand now; empty when
 * they were cancelled, have left, or the party was moved away from them.
 */
export async function findComingFlights(
  { database, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  { orderId, dueFor }: Pick<CareMessage, 'orderId' | 'dueFor'>,
): Promise<OrderFlight[]> {
  if (orderId === null) return []
  const flights = await readSoldFlights(database.db, orderId)
  return flights.filter(
    (flight) =>
      isToCome(flight) &&
      new Date(flight.depart_at) >= dueFor &&
      flight.local_date === toLocalDate(dueFor, flight.timezone) &&
      new Date((flight.delay ?? flight).depart_at) > clock.now(),
  )
}

async function loadComing(deps: ApiDeps, mail: MailRow): Promise<ComingParty | undefined> {
  const care = await loadCare(deps, mail)
  if (!care) return undefined
  const flights = await findComingFlights(deps, care.message)
  if (flights.length === 0) return undefined
  const missing = await findMissingPassengers(deps, orderIdOf(mail))
  return { care, orderNumber: orderNumberOf(mail), flights, missing }
}

const expected = (flight: OrderFlight) => flight.delay ?? flight

/** "11:00 AM EDT and 11:10 AM EDT": when flights leave as far as it is known now, each time once. */
export const leavingTimes = (flights: readonly OrderFlight[]): string =>
  [...new Set(flights.map((flight) => terminalTime(flight, expected(flight).depart_at)))].join(' and ')

/** A departure of the party, which flies on one aircraft or on several. */
function departureFacts([flight, ...others]: readonly OrderFlight[]): [string, string][] {
  if (!flight) return []
  const time = terminalTime(flight, expected(flight).depart_at)
  const sold = terminalTime(flight, flight.depart_at)
  return [
    ['Be there by', terminalTime(flight, expected(flight).check_in_at)],
    ['Departure', flight.delay ? `${time} (delayed, instead of ${sold})` : time],
    ...(others.length > 0 ? [['Aircraft', String(others.length + 1)] satisfies [string, string]] : []),
    ['Where', `${flight.terminal_name}, ${flight.terminal_address}`],
  ]
}

const ONE_AND_A_HALF_DAYS = 36 * 3_600_000

function writeMail(
  { care, orderNumber, flights, missing }: ComingParty,
  brand: MailBrand,
  { createdAt: sentAt }: MailRow,
): ComposedMail {
  const [flight] = flights
  if (!flight) throw new Error(`Order ${orderNumber} has no flight to write about`)
  const { check_in_at: arrive, depart_at: leave } = expected(flight)
  const departures = [...new Set(flights.map(({ depart_at }) => depart_at))].map((at) =>
    flights.filter(({ depart_at }) => depart_at === at),
  )
  const ofFirst = departures.length > 1 ? ' for the first of them' : ''
  const intro =
    `${flight.product_name} leaves on ${flightDay(flight)} at ${leavingTimes(flights)}. ` +
    `Please be there by ${terminalTime(flight, arrive)}${ofFirst}.`
  const who = missing.length === 1 ? 'One passenger has' : `${String(missing.length)} passengers have`
  const isEarly = new Date(leave).getTime() - sentAt.getTime() > ONE_AND_A_HALF_DAYS
  const left = missing.length === 0 ? '' : `: ${who.toLowerCase()} something left to fill in`
  return composeCareMail(brand, care, {
    subject: `${isEarly ? 'Two days to go' : 'Before your flight'}${left} (${orderNumber})`,
    title: 'Nearly ready for take-off',
    intro,
    facts: [
      ['Flight', flight.product_name],
      ['Date', flightDay(flight)],
      ...departures.flatMap(departureFacts),
      ['Order', orderNumber],
    ],
    lists: [
      ...(missing.length > 0
        ? [
            {
              title: `${who} still to tell us a name, a weight or sign the waiver`,
              lines: missing.map(({ name, link }) => ({ text: name, href: link })),
            },
          ]
        : []),
      { title: 'What to bring', lines: BRING.map((text) => ({ text })) },
    ],
    notes: [
      ...(missing.length > 0
        ? ['Please pass the links on. What your passengers write there stays between them and our team.']
        : ['All that we need of your passengers is there: you have nothing more to fill in.']),
      LATE,
    ],
    order: true,
  })
}
