import { and, eq, ne } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { orderLinks } from '../db/schema/orders.ts'
import { passengerLinks, passengers } from '../db/schema/passengers.ts'
import { mails } from '../db/schema/platform.ts'
import { type ApiDeps } from '../deps.ts'
import { makePassengerToken } from './make-passenger-links.ts'

/**
 * Ends the passenger links of an order that were mailed to a wrong or former address: those
 * passengers get new links, the others keep theirs. The order's row must be locked, and its own
 * link must still exist.
 */
export async function renewLinksMailedTo(
  tx: Tx,
  { settings }: Pick<ApiDeps, 'settings'>,
  { orderId, email, now }: { orderId: number; email: string; now: Date },
): Promise<void> {
  const mailed = await tx
    .select({ passengerId: mails.subjectId })
    .from(mails)
    .where(and(eq(mails.orderId, orderId), eq(mails.kind, 'passenger_link'), eq(mails.to, email)))
  const passengerIds = new Set(mailed.flatMap(({ passengerId }) => passengerId ?? []))
  for (const id of await shownTogether(tx, orderId, email)) passengerIds.add(id)
  for (const passengerId of passengerIds) {
    const made = {
      ...makePassengerToken(settings.secrets.code),
      madeAt: now,
      mailedAt: null,
      pickedAt: null,
      pickedWith: null,
    }
    await tx.update(passengerLinks).set(made).where(eq(passengerLinks.passengerId, passengerId))
  }
  // An unsent mail would carry a link that has ended.
  const isUnsent = and(eq(mails.kind, 'passenger_link'), eq(mails.to, email), eq(mails.state, 'queued'))
  await tx.delete(mails).where(and(eq(mails.orderId, orderId), isUnsent))
}

/**
 * All links of an order, when any mail about the order went to the address: the order's link and
 * the mail about missing passengers both show every passenger's link. A passenger's own mail
 * contains one link only.
 */
async function shownTogether(tx: Tx, orderId: number, email: string): Promise<number[]> {
  const left = and(ne(mails.kind, 'passenger_link'), eq(mails.to, email), ne(mails.state, 'queued'))
  const told = await tx.$count(mails, and(eq(mails.orderId, orderId), left))
  // The order's link is created with the first mail, before that mail counts as sent.
  const linked = await tx.$count(orderLinks, eq(orderLinks.orderId, orderId))
  if (told + linked === 0) return []
  const people = await tx
    .select({ id: passengers.id })
    .from(passengers)
    .where(eq(passengers.orderId, orderId))
  return people.map(({ id }) => id)
}
