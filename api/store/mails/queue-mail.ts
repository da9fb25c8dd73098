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
  /** The event, with one mail per event: `order_confirmation:1042`. */
  eventKey: string
  /** The order of the mail, whose brand is the sender. */
  orderId?: number
  userId?: number
  to: string
  /** The secret link in the mail, sealed here because no table stores it. */
  secret?: string
  /** When it leaves, if not now. */
  sendAt?: Date
}

/** What a mail's secret is sealed for. */
export const MAIL_SECRET_USE = 'mail'

/**
 * Writes a mail to the outbox in the caller's transaction: it leaves after the commit, or never
 * when that fails. A repeated event changes nothing. Returns whether the mail was written.
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

/** Releases a waiting mail, which leaves after the commit; a mail already sent stays as it is. */
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
