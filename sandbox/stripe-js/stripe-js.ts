import { createStripe } from './create-stripe.ts'

/** The release that `@stripe/stripe-js` requests. */
const RELEASE = 'endive'

window.Stripe = Object.assign(createStripe, { version: RELEASE })
