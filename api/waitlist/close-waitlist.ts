import { and, eq } from 'drizzle-orm'
import { type Tx } from '../db/client.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { type ApiDeps } from '../deps.ts'
import { queueMail } from '../store/mails/queue-mail.ts'

/**
 * Closes the waitlist when sales end, and tells everybody who still waits, once. The slot must be
 * locked.
 */
export async function closeWaitlist(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  slotId: number,
  now: Date,
): Promise<void> {
  const closed = await tx
    .update(waitlistEntries)
    .set({ status: 'closed', endedAt: now })
    .where(and(eq(waitlistEntries.slotId, slotId), eq(waitlistEntries.status, 'waiting')))
    .returning({ id: waitlistEntries.id, email: waitlistEntries.email, brandId: waitlistEntries.brandId })
  for (const { id, email, brandId } of closed) {
    const eventKey = `waitlist_closed:${String(id)}`
    const mail = { kind: 'waitlist_closed' as const, eventKey, brandId, subjectId: id, to: email }
    await queueMail(tx, mail, now, deps)
  }
}
