import { type Outcome } from './test-cards.ts'

export interface Decline {
  code: string
  decline_code: string
  message: string
}

const declined = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
})

/** The decline messages for the buyer, with the codes of https://docs.stripe.com/declines/codes. */
export const declineReasons: Record<Exclude<Outcome, 'ok'>, Decline> = {
  generic_decline: declined('generic_decline'),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: declined('lost_card'),
  stolen_card: declined('stolen_card'),
  card_velocity_exceeded: declined('card_velocity_exceeded'),
  fraudulent: declined('fraudulent'),
  expired_card: { code: 'expired_card', decline_code: 'expired_card', message: 'Your card has expired.' },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  },
  processing_error: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
}

export const authenticationRequired: Decline = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

export const authenticationFailed: Decline = {
  code: 'payment_intent_authentication_failure',
  decline_code: 'authentication_required',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment ' +
    'method and try again.',
}

export const setupAuthenticationFailed: Decline = {
  ...authenticationFailed,
  code: 'setup_intent_authentication_failure',
}

export const incorrectNumber = { code: 'incorrect_number', message: 'Your card number is incorrect.' }

/**
 * The refusal of a number that has a valid check digit but is no test card, because it may be a
 * real card.
 */
export const liveCard: Decline = declined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card. ' +
    'For a list of valid test cards, visit: https://docs.stripe.com/testing.',
)
