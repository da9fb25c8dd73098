import { and, desc, eq, lte } from 'drizzle-orm'
import { type Order } from '#contract/order.ts'
import { type ApiDeps } from '../deps.ts'
import { orderChanges, orderEvents, orders } from '../db/schema/orders.ts'
import { readTicket } from '../orders/read-mailed-order.ts'
import { MOVED_BY_SHOP } from '../orders/rules/moved-by-shop.ts'
import { composeTicketMail } from '../orders/ticket-mail.ts'
import { isFlightChange } from '../store/orders/change-request.ts'
import { declareMail, type MailRow, orderIdOf } from '../store/mails/queue-mail.ts'

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
    const ticket = await readTicket(deps, mail)
    return { ...ticket, byShop, moved: byShop ? undefined : await findMovedFlight(deps, mail, ticket.order) }
  },
  compose: ({ order, missing, byShop, moved }, brand, { createdAt: now }) =>
    composeTicketMail(order, brand, {
      ...{ now, missing, about: moved },
      title: 'Your flight was moved',
      note: byShop
        ? 'We are sorry: the aircraft of your flight does not fly at the time that you booked, so we have ' +
          'moved you to another departure of the same day, at no charge. If that time does not suit you, ' +
          `call us at ${brand.phone}, and we find another one with you.`
        : undefined,
    }),
})

/**
 * The flight that the last reschedule before the mail led to. Where only a part of a party is moved, the
 * order has another flight, too, which may leave first. Undefined when the shop itself moved the party.
 */
async function findMovedFlight(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  mail: MailRow,
  { flights }: Order,
): Promise<Order['flights'][number] | undefined> {
  const before = and(
    eq(orderChanges.orderId, orderIdOf(mail)),
    eq(orderChanges.state, 'completed'),
    lte(orderChanges.settledAt, mail.createdAt),
  )
  const settled = await db
    .select()
    .from(orderChanges)
    .where(before)
    .orderBy(desc(orderChanges.settledAt), desc(orderChanges.id))
  const change = settled.find(isFlightChange)
  if (!change) return undefined
  const { departureId, departAt } = change.wish
  return flights.find(
    (one) =>
      one.departure_id === departureId && new Date(one.depart_at).getTime() === new Date(departAt).getTime(),
  )
}
