import { and, eq, inArray } from 'drizzle-orm'
import { reminders, reminderStops } from '../../db/schema/checkout-transfers.ts'
import { type ApiDeps } from '../../deps.ts'
import { hashReminderEmail, transferSecretHashes } from './checkout-transfer-secret.ts'

/**
 * Stops all further reminders to the address of a reminder. It works as long as the mail is stored;
 * an unknown secret changes nothing and gets the same answer.
 */
export async function stopReminders(deps: ApiDeps, secret: string): Promise<void> {
  const now = deps.clock.now()
  await deps.database.db.transaction(async (tx) => {
    const [reminder] = await tx
      .select()
      .from(reminders)
      .where(inArray(reminders.stopHash, transferSecretHashes(deps, secret)))
    if (!reminder) return
    const emailHash = hashReminderEmail(deps, reminder.email)
    await tx.insert(reminderStops).values({ emailHash, stoppedAt: now }).onConflictDoNothing()
    await tx
      .update(reminders)
      .set({ state: 'stopped', settledAt: now })
      .where(and(eq(reminders.email, reminder.email), eq(reminders.state, 'waiting')))
  })
}
