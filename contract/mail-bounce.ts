import { z } from 'zod'
import { Email, Id, Instant } from './primitives.ts'

/** The reason for a bounced mail, parsed from the mail server's message. */
export const BounceReason = z.enum([
  'no_such_mailbox',
  'no_such_domain',
  'mailbox_closed',
  'mailbox_full',
  'too_large',
  'not_accepted',
  'unknown',
])

/** `POST /v1/mail_bounces`: the mail provider reports a bounce of one of the shop's mails. */
export const MailBounceRequest = z.object({
  mail_bounce: z
    .object({
      /** `hard`: a permanent failure. `soft`: a temporary one, and the provider keeps trying. */
      type: z.enum(['hard', 'soft']),
      /** The message of the receiving server: `550 5.1.1 No such user`. */
      reason: z.string().trim().max(2000).default(''),
      at: Instant,
      /** The mail's `Message-ID`, with or without its angle brackets. */
      message_id: z.string().trim().min(1).max(300).optional(),
      /**
       * The recipient. Without `message_id` it identifies the newest mail to this address in the
       * five days before.
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
    /** `refused`: the server rejected this mail, which does not make the address invalid. */
    type: z.enum(['hard', 'refused', 'soft']),
    reason: BounceReason,
    at: Instant,
    /** The bounced mail; null where the address is known but no recent mail matches. */
    mail_id: Id.nullable(),
  }),
})

/** `POST /v1/mails/{id}/corrections`: resends a bounced mail. */
export const MailCorrectionRequest = z.object({
  mail_correction: z.object({
    /** The corrected address; the same address again marks it as valid. */
    email: Email,
  }),
})
