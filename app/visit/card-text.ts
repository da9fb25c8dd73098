// This file is part of the browser's bundle, so it is separate from the messages for refusals of
// the service.

/** The page's own messages about the card. */
export const CARD_TEXT = {
  noCard: 'Please select a credit card',
  notAuthenticated: 'Your bank did not confirm this card. Try again or use another card.',
  connectionLost:
    'We could not reach the shop just now. Everything you typed is still here; please try again.',
  answerLost:
    'The connection was lost before we heard back. Press the button once more: you will not be ' +
    'charged twice.',
  cardSilent: 'The card form does not answer. Try again, or pay on the secure page.',
} as const
