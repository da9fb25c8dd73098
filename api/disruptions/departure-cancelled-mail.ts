import { type Order } from '#contract/order.ts'
import { rebookingOffers } from '../db/schema/departure-cancellations.ts'
import { readMailedOrder } from '../orders/read-mailed-order.ts'
import { declareMail, type MailRow } from '../store/mails/queue-mail.ts'
import { flightCalendar } from '../store/mails/flight-calendar.ts'
import { flightDay } from '../store/mails/flight-time.ts'
import { type ComposedMail, type MailBrand } from '../store/mails/mail-brand.ts'
import { resendRebookingLink } from './mail-rebooking-link.ts'
import { composeRebookingMail, readRebookingMail, type RebookingMail, whenOf } from './rebooking-mail.ts'

const REASONS = {
  weather: 'The weather does not let us fly',
  technical: 'Our aircraft is not ready to fly',
  too_few_passengers: 'Too few guests have booked this departure',
  other: 'We cannot fly',
} as const

/**
 * Tells that the departure is cancelled: why, what the customer may have instead, until when, and
 * how to choose.
 */
export const departureCancelledMail = declareMail({
  kind: 'called_off',
  about: rebookingOffers,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: false,
  correcting: { way: 'order', send: resendRebookingLink },
  load: async (deps, mail) => ({
    ...(await readRebookingMail(deps, mail)),
    order: await readMailedOrder(deps, mail),
  }),
  compose: writeMail,
})

function writeMail(
  { offer, path, order }: RebookingMail & { order: Order },
  brand: MailBrand,
  { createdAt: now }: MailRow,
): ComposedMail {
  const { flight, reason, order_number: number } = offer
  const flights = order.flights.filter(({ status }) => status === 'called_off')
  const calendar = flights.length > 0 ? flightCalendar({ ...order, flights }, brand, { now }) : undefined
  return composeRebookingMail({ offer, path, calendar }, brand, {
    subject: `Your flight on ${flightDay(flight)} is called off (${number})`,
    title: 'Your flight is called off',
    why: `${REASONS[reason]}: ${flight.product_name}, ${whenOf(flight)}, does not leave. We are sorry.`,
  })
}
