import { z } from 'zod'
import { Email, Id } from './primitives.ts'

/** What one may have news of: the flights of a brand, or its flights over Miami alone. */
export const NewsletterList = z.enum(['news', 'miami'])
export type NewsletterList = z.infer<typeof NewsletterList>

/** `POST /v1/newsletter_sign_ups`: asks the mailbox whether it wants news. */
export const NewsletterSignUpRequest = z.object({
  newsletter_sign_up: z.object({
    brand_id: Id,
    list: NewsletterList,
    email: Email,
    consent: z.literal(true, { error: 'Please agree to be mailed' }),
    /** From `GET /v1/form_stamps/newsletter`. */
    stamp: z.string().max(120),
    /** A field nobody sees. */
    website: z.string().max(200).optional(),
  }),
})
export type NewsletterSignUp = z.infer<typeof NewsletterSignUpRequest>['newsletter_sign_up']
/** The same whoever signs up, and how often. */
export const NewsletterSignUpReply = z.object({ newsletter_sign_up: z.object({ list: NewsletterList }) })

/** `POST /v1/newsletter_sign_ups/confirm`: the token of the mailed link. */
export const NewsletterConfirmation = z.object({
  newsletter_sign_up: z.object({ token: z.string().max(100) }),
})
/** `POST /v1/newsletter_stops`: the token of any mail with news. */
export const NewsletterStopRequest = z.object({ newsletter_stop: z.object({ token: z.string().max(100) }) })
