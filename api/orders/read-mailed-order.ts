import { type Order } from '#contract/order.ts'
import { type ApiDeps } from '../deps.ts'
import { type CodeVault } from '../rules/money/tender-code.ts'
import { type MailRow, orderIdOf } from '../store/mails/queue-mail.ts'
import { findMissingPassengers, type MissingPassenger } from '../passengers/find-missing-passengers.ts'
import { readOrder } from './read-order.ts'
import { TICKET_TELLS_MS } from './ticket-mail.ts'

/**
 * The order of a mail as it is when the mail is sent.
 * @throws if it does not exist any more
 */
export async function readMailedOrder(
  { database: { db }, clock }: Pick<ApiDeps, 'database' | 'clock'>,
  mail: MailRow,
  vault?: Pick<CodeVault, 'open'>,
): Promise<Order> {
  const order = await readOrder(db, orderIdOf(mail), clock.now(), vault)
  if (!order) throw new Error(`The order of mail ${String(mail.id)} is gone`)
  return order
}

/** An order as its ticket tells it. */
interface Ticket {
  order: Order
  /** Who still has to tell something; empty when the flight is further away, and is written about later. */
  missing: MissingPassenger[]
}

/**
 * The order of a ticket mail. For a flight within two days of the mail it has what is missing, too.
 *
 * @throws if the order does not exist any more
 */
export async function readTicket(
  deps: Pick<ApiDeps, 'database' | 'settings' | 'clock'>,
  mail: MailRow,
  vault?: Pick<CodeVault, 'open'>,
): Promise<Ticket> {
  const order = await readMailedOrder(deps, mail, vault)
  const isNear = order.flights.some(
    ({ depart_at: at }) => new Date(at).getTime() - mail.createdAt.getTime() < TICKET_TELLS_MS,
  )
  return { order, missing: isNear ? await findMissingPassengers(deps, order.id) : [] }
}
