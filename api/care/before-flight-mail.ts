import { type OrderFlight } from '#contract/order.ts'
import { careMessages } from '../db/schema/care.ts'
import { type ApiDeps } from '../deps.ts'
import { BRING, LATE } from '../orders/ticket-mail.ts'
import { findMissingPassengers, type MissingPassenger } from '../passengers/find-missing-passengers.ts'
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
  /** At least one, all at the same time. */
  flights: OrderFlight[]
  missing: MissingPassenger[]
}

const isToCome = ({ status }: OrderFlight) => status === 'scheduled' || status === 'delayed'

/**
 * The party's flights of this departure as they stand now; empty when it was cancelled, has left,
 * or the party was moved away from it.
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
      flight.depart_at === dueFor.toISOString() &&
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

const ONE_AND_A_HALF_DAYS = 36 * 3_600_000

function writeMail(
  { care, orderNumber, flights, missing }: ComingParty,
  brand: MailBrand,
  { createdAt: sentAt }: MailRow,
): ComposedMail {
  const [flight] = flights
  if (!flight) throw new Error(`Order ${orderNumber} has no flight to write about`)
  const { check_in_at: arrive, depart_at: leave } = flight.delay ?? flight
  const time = terminalTime(flight, leave)
  const intro =
    `${flight.product_name} leaves on ${flightDay(flight)} at ${time}. ` +
    `Please be there by ${terminalTime(flight, arrive)}.`
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
      ['Be there by', terminalTime(flight, arrive)],
      [
        'Departure',
        flight.delay ? `${time} (delayed, instead of ${terminalTime(flight, flight.depart_at)})` : time,
      ],
      ['Where', `${flight.terminal_name}, ${flight.terminal_address}`],
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
