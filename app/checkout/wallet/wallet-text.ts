// Reaches the browser: nothing that checks belongs here.

/** What the wallet's own area says. The first three are spec section 5's, checked in this order before the sheet opens. */
export const WALLET_TEXT = {
  dateAndTime: 'Please check you selected the date and time',
  email: 'Please check you entered with a valid email',
  terms: 'Please read and accept the terms & conditions',
  missing: 'Something above is missing or not right. Please complete it, then open your wallet again.',
  closed:
    'Your wallet was closed before we heard that you paid. You have not been charged so far, and your seats are still held.',
  silent: 'Your wallet does not answer. Try again, or pay with a card.',
} as const
