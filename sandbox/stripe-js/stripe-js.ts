import { createStripe } from './create-stripe.ts'

/** The release train `@stripe/stripe-js` asks for. */
const RELEASE = 'endive'

window.Stripe = Object.assign(createStripe, { version: RELEASE })
