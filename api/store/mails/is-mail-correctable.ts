import { type mails } from '../../db/schema/platform.ts'
import { ERASED_DOMAIN } from '../erased-email.ts'
import { type MailKind } from './queue-mail.ts'

type MailRow = typeof mails.$inferSelect

/** About an order, and written from the books alone: what is sent anew says what is true now. */
const FROM_BOOKS: readonly string[] = [
  'order_confirmation',
  'order_changed',
  'flight_moved',
  'refunded',
  'money_returned',
  'seating_call',
  'passengers_missing',
  'claim_voucher',
] satisfies MailKind[]
/** About an order, with a link of its own: what is sent anew has another one. */
export const MAILS_WITH_LINK: readonly string[] = [
  'payment_link',
  'reschedule_link',
  'move_link',
  'called_off',
  'claim_link',
  'claim_reminder',
] satisfies MailKind[]
/** About no order: what somebody was given. */
const OF_GIVING: readonly string[] = ['gift', 'contest_won'] satisfies MailKind[]
/** It was sent, or was to be, and nobody has it. */
export const UNDELIVERED_STATES: readonly MailRow['state'][] = ['bounced', 'failed']

/** Whether a mail that did not arrive can be sent anew, as far as it says so itself. */
export const mayCorrect = (mail: Pick<MailRow, 'kind' | 'state' | 'orderId' | 'againAt' | 'to'>): boolean =>
  UNDELIVERED_STATES.includes(mail.state) &&
  mail.againAt === null &&
  !mail.to.endsWith(ERASED_DOMAIN) &&
  (OF_GIVING.includes(mail.kind) ||
    (mail.orderId !== null && [...FROM_BOOKS, ...MAILS_WITH_LINK].includes(mail.kind)))
