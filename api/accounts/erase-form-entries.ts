import { and, asc, eq, inArray, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type DbOrTx, type Tx } from '../db/client.ts'
import { formEntries, newsletterSubscribers } from '../db/schema/forms.ts'
import { mails } from '../db/schema/platform.ts'
import { type MailKind } from '../store/mails/mail-kinds.ts'

interface Person {
  userId: number
  email: string
}

const isPersonsEntry = ({ userId, email }: Person) =>
  or(eq(formEntries.userId, userId), eq(formEntries.email, email))

/** Form entries and newsletter subscriptions of a person, as the data export names them. */
export async function listFormEntries(db: DbOrTx, person: Person) {
  const entries = await db
    .select()
    .from(formEntries)
    .where(isPersonsEntry(person))
    .orderBy(asc(formEntries.id))
  const lists = await db
    .select()
    .from(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, person.email))
    .orderBy(asc(newsletterSubscribers.id))
  return {
    form_entries: entries.map(({ form, name, email, phone, answers, createdAt }) => ({
      ...{ form, name, email, phone, answers },
      created_at: createdAt.toISOString(),
    })),
    newsletters: lists.map(({ list, email, state, createdAt }) => ({
      ...{ list, email, state },
      created_at: createdAt.toISOString(),
    })),
  }
}

/**
 * Deletes a person's form entries and newsletter subscriptions with their queued mails. A winning
 * entry stays without personal data, so that its prize is not drawn again.
 */
export async function eraseFormEntries(tx: Tx, person: Person): Promise<void> {
  const drawn = await tx
    .update(formEntries)
    .set({ name: '', email: null, phone: null, userId: null, answers: {} })
    .where(and(isPersonsEntry(person), isNotNull(formEntries.prizeId)))
    .returning({ id: formEntries.id })
  const deleted = await tx
    .delete(formEntries)
    .where(and(isPersonsEntry(person), isNull(formEntries.prizeId)))
    .returning({ id: formEntries.id })
  const ended = await tx
    .delete(newsletterSubscribers)
    .where(eq(newsletterSubscribers.email, person.email))
    .returning({ id: newsletterSubscribers.id })
  await deleteWaiting(tx, ['form_desk', 'contest_won'], [...drawn, ...deleted])
  await deleteWaiting(tx, ['newsletter_confirm', 'newsletter_welcome'], ended)
}

async function deleteWaiting(
  tx: Tx,
  kinds: readonly MailKind[],
  subjects: readonly { id: number }[],
): Promise<void> {
  const about = inArray(
    mails.subjectId,
    subjects.map(({ id }) => id),
  )
  await tx.delete(mails).where(and(eq(mails.state, 'queued'), inArray(mails.kind, [...kinds]), about))
}

/**
 * Moves form entries to the account, and newsletter subscriptions to its new address unless that
 * has one of its own.
 */
export async function transferFormEntries(
  tx: Tx,
  { userId, email }: Person,
  newEmail: string | null,
): Promise<void> {
  await tx.update(formEntries).set({ userId }).where(eq(formEntries.email, email))
  if (newEmail === null) return
  const existing = alias(newsletterSubscribers, 'there')
  const hasOwn = tx
    .select({ one: sql`1` })
    .from(existing)
    .where(
      and(
        eq(existing.brandId, newsletterSubscribers.brandId),
        eq(existing.list, newsletterSubscribers.list),
        eq(existing.email, newEmail),
      ),
    )
  await tx
    .update(newsletterSubscribers)
    .set({ email: newEmail })
    .where(and(eq(newsletterSubscribers.email, email), notExists(hasOwn)))
}
