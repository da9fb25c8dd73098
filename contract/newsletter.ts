import { z } from 'zod'
import { Email, Id } from './primitives.ts'

/** The newsletter lists: all flights of a brand, or its flights over Miami only. */
export const NewsletterList = z.enum(['news', 'miami'])
export type NewsletterList = z.infer<typeof NewsletterList>

/** `POST /v1/newsletter_sign_ups`: mails a link that confirms the subscription (double opt-in). */
export const NewsletterSignUpRequest = z.object({
  newsletter_sign_up: z.object({
    brand_id: Id,
    list: NewsletterList,
    email: Email,
    consent: z.literal(true, { error: 'Please agree to be mailed' }),
    /** The signed time at which the form was shown, from `GET /v1/form_stamps/newsletter`. */
    stamp: z.string().max(120),
    /** Honeypot: a hidden field that only bots fill in. */
    website: z.string().max(200).optional(),
  }),
})
export type NewsletterSignUp = z.infer<typeof NewsletterSignUpRequest>['newsletter_sign_up']
/** The reply is the same for a new and for an existing subscriber. */
export const NewsletterSignUpReply = z.object({ newsletter_sign_up: z.object({ list: NewsletterList }) })

/** `POST /v1/newsletter_sign_ups/confirm`: the token of the mailed link. */
export const NewsletterConfirmation = z.object({
  newsletter_sign_up: z.object({ token: z.string().max(100) }),
})
/** `POST /v1/newsletter_stops`: unsubscribes with the token of any newsletter mail. */
export const NewsletterStopRequest = z.object({ newsletter_stop: z.object({ token: z.string().max(100) }) })
