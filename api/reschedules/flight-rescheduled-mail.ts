import { and, eq } from 'drizzle-orm'
import { orderEvents, orders } from '../db/schema/orders.ts'
import { readTicket } from '../orders/read-mailed-order.ts'
import { MOVED_BY_SHOP } from '../orders/rules/moved-by-shop.ts'
import { composeTicketMail } from '../orders/ticket-mail.ts'
import { declareMail, orderIdOf } from '../store/mails/queue-mail.ts'

/** The new ticket, after a flight was moved: its calendar file replaces what the calendar has. */
export const flightRescheduledMail = declareMail({
  kind: 'flight_moved',
  about: orders,
  recipient: 'buyer',
  delivery: 'required',
  repeatable: true,
  correcting: { way: 'copy' },
  opensOrder: true,
  load: async (deps, mail) => {
    // Nobody asked for this move, so the mail says why it was made.
    const own = and(
      eq(orderEvents.orderId, orderIdOf(mail)),
      eq(orderEvents.at, mail.createdAt),
      eq(orderEvents.reason, MOVED_BY_SHOP),
    )
    const byShop = (await deps.database.db.$count(orderEvents, own)) > 0
    return { ...(await readTicket(deps, mail)), byShop }
  },
  compose: ({ order, missing, byShop }, brand, { createdAt: now }) =>
    composeTicketMail(order, brand, {
      ...{ now, missing },
      title: 'Your flight was moved',
      note: byShop
        ? 'We are sorry: the aircraft of your flight does not fly at the time that you booked, so we have ' +
          'moved you to another departure of the same day, at no charge. If that time does not suit you, ' +
          `call us at ${brand.phone}, and we find another one with you.`
        : undefined,
    }),
})
