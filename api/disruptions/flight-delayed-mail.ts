import { eq } from 'drizzle-orm'
import { type Order, type OrderFlight } from '#contract/order.ts'
import { delayNotices } from '../db/schema/flight-delays.ts'
import { readMailedOrder } from '../orders/read-mailed-order.ts'
import { terminalTime } from '../store/mails/flight-time.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { declareMail, type MailRow, subjectIdOf } from '../store/mails/queue-mail.ts'
import {
  composeFlightMail,
  flightFacts,
  leavesAt,
  MOVE_WITHOUT_FEE,
  NEW_TIME_IN_CALENDAR,
} from './compose-flight-mail.ts'
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

function writeMail(
  { order, flight }: DelayedOrder,
  brand: MailBrand,
  { createdAt: now }: MailRow,
): ComposedMail {
  const { delay } = flight
  const sold = terminalTime(flight, flight.depart_at)
  const time = leavesAt(flight)
  const title = delay ? `Your flight leaves at ${time}` : `Your flight leaves at ${time} after all`
  const reason = delay ? sayReason(delay) : ''
  const why = delay
    ? `We are sorry: your flight leaves ${String(delay.minutes)} minutes later than planned, at ${time} ` +
      `instead of ${sold}${reason === '' ? '.' : `, because ${reason}.`}`
    : `Good news: the delay that we told you is over. Your flight leaves at ${time}, as you booked it.`
  return composeFlightMail(
    {
      order,
      flight,
      title,
      sentences: [why, ...(delay ? [MOVE_WITHOUT_FEE] : []), LATE, NEW_TIME_IN_CALENDAR],
      facts: flightFacts(flight, 'New time'),
      action: delay ? 'See your flight, or move it' : 'See your flight',
      calendarAt: now,
    },
    brand,
  )
}
