// This file is part of the browser's bundle, so it must not import validation.

/**
 * The messages of the wallet's area. Those for date, e-mail and terms are spec section 5's; the
 * first five are shown before the sheet opens.
 */
export const WALLET_TEXT = {
  dateAndTime: 'Please check you selected the date and time',
  email: 'Please check you entered with a valid email',
  names: 'Please write the full name of everybody who flies',
  required: 'This field is required',
  terms: 'Please read and accept the terms & conditions',
  missing: 'Something above is missing or not right. Please complete it, then open your wallet again.',
  closed:
    'Your wallet was closed before we heard that you paid. You have not been charged so far, ' +
    'and your seats are still held.',
  silent: 'Your wallet does not answer. Try again, or pay with a card.',
} as const
