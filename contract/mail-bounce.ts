import { z } from 'zod'
import { Email, Id, Instant } from './primitives.ts'

/** Why a mail did not arrive, read from the mail server's words. */
export const BounceReason = z.enum([
  'no_such_mailbox',
  'no_such_domain',
  'mailbox_closed',
  'mailbox_full',
  'too_large',
  'not_accepted',
  'unknown',
])

/** `POST /v1/mail_bounces`: what the mail provider learnt of a mail of ours. */
export const MailBounceRequest = z.object({
  mail_bounce: z
    .object({
      /** `hard`: the address takes no mail. `soft`: the provider tries on. */
      type: z.enum(['hard', 'soft']),
      /** The receiving server's words: `550 5.1.1 No such user`. */
      reason: z.string().trim().max(2000).default(''),
      at: Instant,
      /** The mail's `Message-ID`, with or without its angle brackets. */
      message_id: z.string().trim().min(1).max(300).optional(),
      /**
       * Whom it went to. Alone it stands for the newest mail that went there within five days
       * before.
       */
      email: Email.optional(),
    })
    .refine(({ message_id: id, email }) => id !== undefined || email !== undefined, {
      path: ['message_id'],
      error: 'Tell the message id, the e-mail, or both',
    }),
})
export type MailBounceFields = z.infer<typeof MailBounceRequest>['mail_bounce']

export const MailBounceReply = z.object({
  mail_bounce: z.object({
    id: Id,
    /**
     * `refused`: the mail server would not take this mail, which says nothing about the address.
     */
    type: z.enum(['hard', 'refused', 'soft']),
    reason: BounceReason,
    at: Instant,
    /** Null where the address is known and no mail of these days is. */
    mail_id: Id.nullable(),
  }),
})

/** `POST /v1/mails/{id}/corrections`: a mail that did not arrive, sent anew. */
export const MailCorrectionRequest = z.object({
  mail_correction: z.object({
    /** Where it goes now. The same as before: it is good after all. */
    email: Email,
  }),
})
