import { type z } from 'zod'
import { type BounceReason } from '#contract/mail-bounce.ts'

/** Why a mail bounced, and what staff can do. */
export const BOUNCE_WORDS: Record<z.infer<typeof BounceReason>, string> = {
  no_such_mailbox: 'There is no such mailbox. Is the address mistyped?',
  no_such_domain: 'Nothing answers behind the @. Is the address mistyped?',
  mailbox_closed: 'The mailbox is closed. Ask for another address.',
  mailbox_full: 'The mailbox is full. Call them, or use another address.',
  too_large: 'The mail was too large for their mailbox.',
  not_accepted: 'Their mail server would not take this mail. The address may be right.',
  unknown: 'Their mail server refused it, and did not say why.',
}
