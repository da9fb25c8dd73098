/** The texts of the account pages: those of spec sections 2, 5 and 8, and our own for the rest. */
export const ACCOUNT_TEXT = {
  required: 'This field is required',
  refused: 'Password Expired. Please reset using the link below.',
  taken: 'This email already exists',
  resetSent:
    'If we know this address, a mail with a link is on its way to it. The link works once, for one hour.',
  erased: 'Your data is erased, and you are logged out everywhere.',
  everywhere: 'You are logged out everywhere.',
  late: 'Please log in again: the code was asked for too long ago.',
  failed: 'Something went wrong, please try again.',
} as const
