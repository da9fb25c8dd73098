import { orders } from '../db/schema/orders.ts'
import { readTicket } from '../orders/read-mailed-order.ts'
import { composeTicketMail } from '../orders/ticket-mail.ts'
import { declareMail } from '../store/mails/queue-mail.ts'

/** The new ticket, after a flight was moved: its calendar file replaces what the calendar has. */
export const flightRescheduledMail = declareMail({
  kind: 'flight_moved',
  about: orders,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: (deps, mail) => readTicket(deps, mail),
  compose: ({ order, missing }, brand, { createdAt: now }) =>
    composeTicketMail(order, brand, { now, title: 'Your flight was moved', missing }),
})
