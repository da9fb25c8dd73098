import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { type Tx } from '../../db/client.ts'
import { mails } from '../../db/schema/platform.ts'
import { type ApiDeps } from '../../deps.ts'
import { seal } from '../../gateways/seal.ts'

export type MailKind =
  | 'set_password'
  | 'reset_password'
  | 'prove_email'
  | 'change_email'
  | 'email_changed'
  | 'password_changed'
  | 'staff_invited'
  | 'second_factor_reset'
  | 'order_confirmation'
  | 'order_changed'
  | 'flight_moved'
  | 'reschedule_link'
  | 'payment_link'
  | 'order_withdrawn'
  | 'move_link'
  | 'gift'
  | 'gift_called_off'
  | 'own_codes'
  | 'money_returned'
  | 'refunded'
  | 'membership_welcome'
  | 'membership_declined'
  | 'membership_unfinished'
  | 'membership_failed'
  | 'membership_past_due'
  | 'membership_ending'
  | 'membership_ended'
  | 'promises_broken'
  | 'resume'
  | 'resume_reminder'
  | 'passenger_link'
  | 'seating_call'
  | 'passengers_missing'
  | 'how_was_it'
  | 'waitlist_joined'
  | 'waitlist_offer'
  | 'waitlist_closed'
  | 'waitlist_called_off'
  | 'called_off'
  | 'claim_link'
  | 'claim_reminder'
  | 'claim_voucher'
  | 'form_desk'
  | 'form_received'
  | 'contest_won'
  | 'newsletter_confirm'
  | 'newsletter_welcome'
  | 'news_desk'

export interface NewMail {
  kind: MailKind
  /** One mail per event, ever: `order_confirmation:1042`. */
  eventKey: string
  /** The order it speaks of; its brand signs the mail. */
  orderId?: number
  userId?: number
  to: string
  /** The link with a secret that the mail carries; it is in no table, so it is sealed here. */
  secret?: string
  /** When it leaves, where that is not now. */
  sendAt?: Date
}

/** What a mail's secret is sealed for. */
export const MAIL_SECRET_USE = 'mail'

/**
 * Writes a mail to the outbox in the caller's transaction: it leaves after the commit, or never
 * when that fails. The same event again changes nothing. Says whether the mail was written.
 */
export async function queueMail(
  tx: Tx,
  mail: NewMail,
  now: Date,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
): Promise<boolean> {
  const { settings, jobs } = deps
  const written = await tx
    .insert(mails)
    .values({
      eventKey: mail.eventKey,
      kind: mail.kind,
      orderId: mail.orderId ?? null,
      userId: mail.userId ?? null,
      to: mail.to,
      sealed: mail.secret === undefined ? null : seal(settings.secrets.code, MAIL_SECRET_USE, mail.secret),
      state: 'queued',
      messageId: `<${randomUUID()}@${new URL(settings.publicUrl).hostname}>`,
      createdAt: now,
      nextTryAt: mail.sendAt ?? now,
    })
    .onConflictDoNothing({ target: mails.eventKey })
    .returning({ id: mails.id })
  if (written.length === 0) return false
  await jobs?.enqueue(tx, 'mails')
  return true
}

/** A mail that was to wait leaves after the commit; one that has left stays as it is. */
export async function releaseMail(
  tx: Tx,
  eventKey: string,
  now: Date,
  { jobs }: Pick<ApiDeps, 'jobs'>,
): Promise<void> {
  const waiting = and(eq(mails.eventKey, eventKey), eq(mails.state, 'queued'))
  await tx.update(mails).set({ nextTryAt: now }).where(waiting)
  await jobs?.enqueue(tx, 'mails')
}
