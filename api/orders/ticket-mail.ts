import { countPeople } from '#contract/count-people.ts'
import { type Order, type OrderFlight } from '#contract/order.ts'
import { withType } from '#contract/passenger-type-words.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { type MissingPassenger } from '../passengers/find-missing-passengers.ts'
import { stillToPay } from './still-to-pay.ts'
import { attachCalendar, orderHref } from '../store/mails/flight-calendar.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import {
  button,
  heading,
  html,
  type Html,
  mailFrame,
  paragraph,
  rows,
  subheading,
} from '../store/mails/mail-frame.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'

/**
 * How long before a flight its ticket mail says all that the message before a flight would, so that
 * whoever books later gets no second mail (`api/care`).
 */
export const TICKET_TELLS_MS = 48 * 3_600_000

export const BRING = [
  'A photo ID for every passenger.',
  'Warm layers and closed shoes: it is cooler and windier up there than on the ground.',
  'Phone or camera on a strap. Bags stay in a locker at the terminal.',
]
export const LATE = 'The aircraft cannot wait: whoever checks in late may lose the seat.'
const CALENDAR = 'The attached file puts the flight into your calendar.'

interface TicketMailOptions {
  now: Date
  title: string
  /** Why the mail comes, before everything else. */
  note?: string | undefined
  /** The flight that the subject names; the first one of the order by default. */
  about?: OrderFlight | undefined
  /** Who still has to tell something before a flight that leaves soon. */
  missing?: readonly MissingPassenger[]
}

/**
 * "You are booked": everything a passenger needs on the day, in text and HTML. It never contains a
 * weight.
 */
export function composeTicketMail(
  order: Order,
  brand: MailBrand,
  { now, title, note, about, missing = [] }: TicketMailOptions,
): ComposedMail {
  const first = about ?? order.flights[0]
  if (!first) throw new Error(`Order ${order.number} has no flight to confirm`)
  const when = `${flightDay(first)} at ${terminalTime(first, first.depart_at)}`
  const subject = `${title}: ${first.product_name}, ${when} (${order.number})`
  return {
    subject,
    text: plainText(order, brand, { title, note, missing }),
    html: mailFrame(
      brand,
      subject,
      `${when}. Order ${order.number}.`,
      page(order, brand, { title, note, missing }),
    ),
    attachments: attachCalendar(order, brand, { now }),
  }
}

/** Without the mail's own link, the plain address, which requires login. */
const receiptLink = ({ id }: Pick<Order, 'id'>, { origin, receiptHref }: MailBrand) =>
  receiptHref ?? `${origin}/orders/${String(id)}/receipt`

/** For a party split by a reschedule, lists each part with its passengers. */
function facts(order: Order): [string, string][] {
  const leaves = [...new Set(order.flights.map(({ depart_at }) => depart_at))]
  return [
    ['Order', order.number],
    ['Flight', order.flights[0]?.product_name ?? ''],
    ...leaves.flatMap((at) =>
      departureFacts(
        order,
        order.flights.filter(({ depart_at }) => depart_at === at),
      ),
    ),
  ]
}

function departureFacts(order: Order, flights: readonly OrderFlight[]): [string, string][] {
  const [flight] = flights
  if (!flight) return []
  return [
    ...(flights.length > 1 ? [['Aircraft', String(flights.length)] satisfies [string, string]] : []),
    ['Date', flightDay(flight)],
    ['Departure', departureIn(flight)],
    ['Check-in', terminalTime(flight, (flight.delay ?? flight).check_in_at)],
    ['Where', `${flight.terminal_name}, ${flight.terminal_address}`],
    ['Passengers', passengers(order, flight)],
  ]
}

function departureIn(flight: OrderFlight): string {
  const sold = terminalTime(flight, flight.depart_at)
  return flight.delay ? `${terminalTime(flight, flight.delay.depart_at)} (delayed, instead of ${sold})` : sold
}

function passengers(order: Order, { passenger_ids: here }: OrderFlight): string {
  const on = here ? order.passengers.filter(({ id }) => here.includes(id)) : order.passengers
  const names = on.flatMap(({ full_name: name, passenger_type: type }) =>
    name ? [withType(name, type)] : [],
  )
  return names.length > 0 ? names.join(', ') : String(here ? on.length : countPeople(order))
}

function breakdown(order: Order): [string, string][] {
  const lines = order.lines.map((line): [string, string] => [
    line.detail === null ? line.label : `${line.label} (${line.detail})`,
    formatDollars(toCents(line.amount)),
  ])
  const credits: [string, string][] =
    order.credits > 0 ? [['Credits', formatDollars(-toCents(order.credits))]] : []
  const name = order.membership?.charge ? 'Today’s flight' : 'Total'
  const paid = formatDollars(toCents(order.amount_paid))
  const left = stillToPay(order)
  if (!left) return [...lines, ...credits, [name, paid]]
  const total = formatDollars(toCents(order.total) - toCents(order.credits))
  return [...lines, ...credits, [name, total], ['Paid so far', paid], left]
}

const costsTitle = (order: Order) => (stillToPay(order) ? 'What it costs' : 'What you paid')

/** The membership charge that comes beside the order's, after consent. */
function secondCharge({ membership }: Order): [string, string][] {
  if (!membership?.charge) return []
  const { amount, interval } = membership.charge
  return [
    [`${membership.plan_name} membership, charged apart`, `${formatDollars(toCents(amount))} a ${interval}`],
  ]
}

/** Lists every tender; empty when one card paid everything. */
function origin({ tenders }: Order): [string, string][] {
  if (tenders.every(({ kind }) => kind === 'card')) return []
  return tenders.map(({ label, amount }) => [label, formatDollars(toCents(amount))])
}

const MISSING = 'Before you fly, we still need a name, a weight or a signed waiver of'

type TicketWords = Required<Pick<TicketMailOptions, 'title' | 'missing'>> & Pick<TicketMailOptions, 'note'>

const missingList = (brand: MailBrand, missing: readonly MissingPassenger[]): Html =>
  html`${subheading(brand, MISSING)}
    <ul style="margin:0 0 12px;padding-left:20px">
      ${missing.map(({ name, link }) => html`<li><a class="link" href="${link}">${name}</a></li>`)}
    </ul>`

function plainText(order: Order, brand: MailBrand, { title, note, missing }: TicketWords): string {
  const list = (pairs: [string, string][]) => pairs.map(([label, value]) => `${label}: ${value}`).join('\n')
  return [
    title,
    ...(note === undefined ? [] : [note]),
    list(facts(order)),
    ...(missing.length > 0
      ? [[`${MISSING}:`, ...missing.map(({ name, link }) => `- ${name}: ${link}`)].join('\n')]
      : []),
    `${costsTitle(order)}\n${list([...breakdown(order), ...secondCharge(order)])}`,
    ...(origin(order).length > 0 ? [`Where it came from\n${list(origin(order))}`] : []),
    `What to bring\n${BRING.map((line) => `- ${line}`).join('\n')}`,
    LATE,
    CALENDAR,
    `Your order: ${orderHref(order, brand)}`,
    ...(stillToPay(order) ? [] : [`Your receipt: ${receiptLink(order, brand)}`]),
    `${brand.name}\n${brand.phone} · ${brand.email}`,
  ].join('\n\n')
}

function page(order: Order, brand: MailBrand, { title, note, missing }: TicketWords): Html {
  const paidWith = origin(order)
  const apart = secondCharge(order)
  return html`${heading(brand, title)} ${note === undefined ? '' : paragraph(note)}
    ${rows(brand, facts(order))} ${missing.length > 0 ? missingList(brand, missing) : ''}
    ${button(brand, 'See your order', orderHref(order, brand))} ${subheading(brand, costsTitle(order))}
    ${rows(brand, breakdown(order), 'total')} ${apart.length > 0 ? rows(brand, apart) : ''}
    ${paidWith.length > 0 ? html`${subheading(brand, 'Where it came from')} ${rows(brand, paidWith)}` : ''}
    ${subheading(brand, 'What to bring')}
    <ul style="margin:0 0 12px;padding-left:20px">
      ${BRING.map((line) => html`<li>${line}</li>`)}
    </ul>
    ${paragraph(LATE)} ${paragraph(CALENDAR)}
    ${
      stillToPay(order)
        ? ''
        : paragraph(
            html`For your records: <a class="link" href="${receiptLink(order, brand)}">your receipt</a>.`,
          )
    }`
}
