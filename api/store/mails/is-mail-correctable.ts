import { ERASED_DOMAIN } from '../erased-email.ts'
import { findMailDeclaration, type MailRow } from './queue-mail.ts'

/** It was sent, or was to be, and nobody has it. */
export const UNDELIVERED_STATES: readonly MailRow['state'][] = ['bounced', 'failed']

/** Whether a mail that did not arrive can be sent anew, as far as it says so itself. */
export function mayCorrect(mail: Pick<MailRow, 'kind' | 'state' | 'orderId' | 'againAt' | 'to'>): boolean {
  const correcting = findMailDeclaration(mail.kind)?.correcting
  return (
    UNDELIVERED_STATES.includes(mail.state) &&
    mail.againAt === null &&
    !mail.to.endsWith(ERASED_DOMAIN) &&
    (correcting?.way === 'subject' || (correcting != null && mail.orderId !== null))
  )
}
