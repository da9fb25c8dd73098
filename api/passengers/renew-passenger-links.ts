import { and, eq, ne } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderLinks } from '../db/schema/orders.ts'
import { passengerLinks, passengers } from '../db/schema/passengers.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { makePassengerToken } from './passenger-token.ts'

/**
 * Ends the passengers' links of an order that were mailed to an address which is not its buyer's,
 * or not any more: those passengers get new ones, the others keep theirs. The order's row must be
 * locked, and its own link still there.
 */
export async function renewLinksMailedTo(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  { orderId, email, now }: { orderId: number; email: string; now: Date },
): Promise<void> {
  const mailed = await tx
    .select({ eventKey: mails.eventKey })
    .from(mails)
    .where(and(eq(mails.orderId, orderId), eq(mails.kind, 'passenger_link'), eq(mails.to, email)))
  const passengerIds = new Set(mailed.map(({ eventKey }) => Number(eventKey.split(':')[1])))
  for (const id of await shownTogether(tx, orderId, email)) passengerIds.add(id)
  for (const passengerId of passengerIds) {
    const made = { ...makePassengerToken(settings.secrets.code), madeAt: now, mailedAt: null }
    await tx.update(passengerLinks).set(made).where(eq(passengerLinks.passengerId, passengerId))
  }
  // One that has not left yet would carry a link that has ended.
  const isUnsent = and(eq(mails.kind, 'passenger_link'), eq(mails.to, email), eq(mails.state, 'queued'))
  await tx.delete(mails).where(and(eq(mails.orderId, orderId), isUnsent))
}

/**
 * All of them, where the address was mailed anything about the order: its link shows the link of
 * each, and so does the mail about missing passengers. Only a passenger's own mail has no more than
 * the one link.
 */
async function shownTogether(tx: Tx, orderId: number, email: string): Promise<number[]> {
  const left = and(ne(mails.kind, 'passenger_link'), eq(mails.to, email), ne(mails.state, 'queued'))
  const told = await tx.$count(mails, and(eq(mails.orderId, orderId), left))
  // Made with the first mail, before that counts as sent.
  const linked = await tx.$count(orderLinks, eq(orderLinks.orderId, orderId))
  if (told + linked === 0) return []
  const people = await tx
    .select({ id: passengers.id })
    .from(passengers)
    .where(eq(passengers.orderId, orderId))
  return people.map(({ id }) => id)
}
