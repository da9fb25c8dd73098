// Reaches the browser, so it stands apart from the sentences for what the service refuses.

/** What the page says about the card by itself. */
export const CARD_TEXT = {
  noCard: 'Please select a credit card',
  notAuthenticated: 'Your bank did not confirm this card. Try again or use another card.',
  connectionLost:
    'We could not reach the shop just now. Everything you typed is still here; please try again.',
  answerLost:
    'The connection was lost before we heard back. Press the button once more: you will not be ' +
    'charged twice.',
  cardSilent: 'The card form does not answer. Try again, or pay on our payment provider’s secure page.',
} as const
