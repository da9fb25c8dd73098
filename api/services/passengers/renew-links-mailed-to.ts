import { and, eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { passengerLinks } from '../../db/schema/passengers.ts'
import { mails } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { makePassengerToken } from './passenger-token.ts'

/**
 * Ends the passengers' links of an order that were mailed to an address which turned out to be somebody else's: those
 * passengers get new ones, the others keep theirs. The order's row must be locked.
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
  for (const passengerId of passengerIds) {
    const made = { ...makePassengerToken(settings.secrets.code), madeAt: now, mailedAt: null }
    await tx.update(passengerLinks).set(made).where(eq(passengerLinks.passengerId, passengerId))
  }
  // One that has not left yet would carry a link that has ended.
  const isUnsent = and(eq(mails.kind, 'passenger_link'), eq(mails.to, email), eq(mails.state, 'queued'))
  await tx.delete(mails).where(and(eq(mails.orderId, orderId), isUnsent))
}
