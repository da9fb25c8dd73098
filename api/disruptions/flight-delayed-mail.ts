import { eq } from 'drizzle-orm'
import { type Order, type OrderFlight } from '#contract/order.ts'
import { delayNotices } from '../db/schema/flight-delays.ts'
import { readMailedOrder } from '../orders/read-mailed-order.ts'
import { flightCalendar, orderHref } from '../store/mails/flight-calendar.ts'
import { flightDay, terminalTime } from '../store/mails/flight-time.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { button, heading, html, mailFrame, paragraph, rows } from '../store/mails/mail-frame.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import { sayReason } from './delay-reasons.ts'

interface DelayedOrder {
  order: Order
  /** The flight that the notice is about, as it stands now. */
  flight: OrderFlight
}

/** Tells the new time of a flight, or that it leaves as it was sold again, and that moving is free. */
export const flightDelayedMail = declareMail({
  kind: 'flight_delayed',
  about: delayNotices,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: async (deps, mail): Promise<DelayedOrder | undefined> => {
    const [notice] = await deps.database.db
      .select({ flightId: delayNotices.flightId })
      .from(delayNotices)
      .where(eq(delayNotices.id, subjectIdOf(mail)))
    if (!notice) throw new Error(`The delay of mail ${String(mail.id)} is gone`)
    const order = await readMailedOrder(deps, mail)
    const flight = order.flights.find(({ flight_id: id }) => id === notice.flightId)
    // It was moved or called off meanwhile, which has a mail of its own.
    return flight && flight.status !== 'called_off' ? { order, flight } : undefined
  },
  compose: writeMail,
})

const LATE = 'The aircraft cannot wait: whoever checks in late may lose the seat.'
const CALENDAR = 'The attached file puts the new time into your calendar.'
const FREE =
  'If the new time does not suit you, you can move to another flight without the rescheduling fee until ' +
  'your flight boards. Only a dearer flight costs the difference.'

function writeMail(
  { order, flight }: DelayedOrder,
  brand: MailBrand,
  { createdAt: now }: MailRow,
): ComposedMail {
  const { delay } = flight
  const sold = terminalTime(flight, flight.depart_at)
  const time = terminalTime(flight, delay?.depart_at ?? flight.depart_at)
  const title = delay ? `Your flight leaves at ${time}` : `Your flight leaves at ${time} after all`
  const subject = `${title}: ${flight.product_name}, ${flightDay(flight)} (${order.number})`
  const reason = delay ? sayReason(delay) : ''
  const why = delay
    ? `We are sorry: your flight leaves ${String(delay.minutes)} minutes later than planned, at ${time} ` +
      `instead of ${sold}${reason === '' ? '.' : `, because ${reason}.`}`
    : `Good news: the delay that we told you is over. Your flight leaves at ${time}, as you booked it.`
  const facts: [string, string][] = [
    ['Flight', flight.product_name],
    ['Date', flightDay(flight)],
    ['New time', time],
    ['Check-in', terminalTime(flight, delay?.check_in_at ?? flight.check_in_at)],
    ['Where', `${flight.terminal_name}, ${flight.terminal_address}`],
  ]
  const more = [...(delay ? [FREE] : []), LATE, CALENDAR]
  const action = delay ? 'See your flight, or move it' : 'See your flight'
  const link = orderHref(order, brand)
  return {
    subject,
    text: [
      title,
      why,
      facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
      ...more,
      `${action}: ${link}`,
      `${brand.name}\n${brand.phone} · ${brand.email}`,
    ].join('\n\n'),
    html: mailFrame(
      brand,
      subject,
      why,
      html`${heading(brand, title)} ${paragraph(why)} ${rows(brand, facts)}
      ${more.map((one) => paragraph(one))} ${button(brand, action, link)}`,
    ),
    attachments: [
      {
        filename: `flight-${order.number}.ics`,
        contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
        content: flightCalendar(order, brand, { now }),
      },
    ],
  }
}
