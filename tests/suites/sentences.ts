/**
 * A browser test and the text that it expects: the specification's sentence unless it says
 * otherwise.
 */
interface Shown {
  file: string
  title: string
  words?: string
}

/** A sentence of docs/sentences.md, and the browser test that shows it. */
export interface Sentence {
  section: 4 | 5 | 8
  /** The place in the specification, as the page names it. */
  where: string
  /** The sentence word for word; `{code}` and `{email}` stand for what was typed. */
  sentence: string
  /** The sentence that the shop shows instead. */
  becomes?: string
  shown: Shown
}

const ACCOUNT = 'tests/e2e/account.spec.ts'
const FLAGS = 'tests/e2e/account-flags.spec.ts'
const MISTAKES = 'tests/e2e/purchase-mistakes.spec.ts'
const STATES = 'tests/e2e/sentences.no-script.spec.ts'
const BASIC = 'tests/e2e/foreign-spec-only.platform.spec.ts'

const accountForms = { file: STATES, title: 'the account’s forms say what is missing and what is wrong' }
const guestForm = {
  file: STATES,
  title: 'the guest form names all missing fields and refuses letters in a phone number',
}
const codes = { file: STATES, title: 'a discount code that does not apply is refused with the reason' }
const gone = {
  file: STATES,
  title: 'a declined saved card, a removed one and an unknown gift card are refused with their messages',
}
const panel = {
  file: ACCOUNT,
  title: 'each tab of the account panel has its address, and everything typed but passwords is kept',
}
const typed = {
  file: MISTAKES,
  title: 'wrong input is named, linked and answered 422, and everything typed stays',
}
const firstStep = { file: MISTAKES, title: 'the first step says what is missing and keeps what was typed' }
const statuses = { file: BASIC, title: 'the account names the status of each order by its word' }
const badReset = { file: FLAGS, title: 'a bad reset link says what to do and leads back to the login' }
const codeBox = {
  file: 'tests/e2e/discount-code.spec.ts',
  title: 'a code is applied, refused, changed and removed on both pages, and the shown price is paid',
}
const wallet = {
  file: 'tests/e2e/express-wallet.script.spec.ts',
  title: 'a guest pays by wallet after a sell-out, three checks, a decline and a bank check',
}
const tenders = {
  file: 'tests/e2e/tenders.spec.ts',
  title: 'codes, gift cards, vouchers, credit and cards pay together as shown, and typed values stay',
}

const REQUIRED = 'This field is required'
const LETTERS = 'Must be letters only'
const TEN = 'Length should be at least 10 characters'
const SYMBOLS = 'Must be numbers or symbols only'
const FORMAT = 'Please input correct email format ({email})'
const SIX = 'Length should be at least 6 characters'

/** The sentences of the specification's sections 4, 5 and 8, in its order. */
export const sentences: readonly Sentence[] = [
  { section: 4, where: 'completed', sentence: 'paid', shown: statuses },
  { section: 4, where: 'awaiting_payment', sentence: 'unpaid', shown: statuses },
  { section: 4, where: 'partially_paid', sentence: 'partial-p', shown: statuses },
  { section: 4, where: 'partially_refunded', sentence: 'partial-r', shown: statuses },
  { section: 4, where: 'others unchanged', sentence: 'refunded', shown: statuses },

  ...field('first_name (register)', [
    [REQUIRED, { ...accountForms, words: 'First name: This field is required' }],
    [LETTERS, { ...panel, words: 'First name: Must be letters only' }],
  ]),
  ...field('last_name (register)', [
    [REQUIRED, { ...accountForms, words: 'Last name: This field is required' }],
    [LETTERS, { ...accountForms, words: 'Last name: Must be letters only' }],
  ]),
  ...field('phone (register)', [
    [REQUIRED, { ...accountForms, words: 'Phone: This field is required' }],
    [TEN, { ...panel, words: 'Phone: Length should be at least 10 characters' }],
    [SYMBOLS, { ...accountForms, words: 'Phone: Must be numbers or symbols only' }],
  ]),
  ...field('phone (guest)', [
    [TEN, { ...typed, words: 'Phone: Length should be at least 10 characters' }],
    [SYMBOLS, { ...guestForm, words: 'Phone: Must be numbers or symbols only' }],
  ]),
  ...field('email (register)', [
    [REQUIRED, { ...accountForms, words: 'Email: This field is required' }],
    [FORMAT, { ...panel, words: 'Email: Please input correct email format (ida@)' }],
  ]),
  ...field('email (guest)', [
    [REQUIRED, { ...guestForm, words: 'Email: This field is required' }],
    [FORMAT, { ...typed, words: 'Email: Please input correct email format (dana.whitlock@)' }],
  ]),
  ...field('email (login)', [
    [REQUIRED, { ...accountForms, words: 'Email: This field is required' }],
    [
      FORMAT,
      {
        file: FLAGS,
        title: 'a refused login disappears when the e-mail changes: at once, or when the form is sent',
        words: 'Email: Please input correct email format (nora@)',
      },
    ],
  ]),
  ...field('email (reset)', [
    [REQUIRED, { ...accountForms, words: 'Email: This field is required' }],
    [FORMAT, { ...accountForms, words: 'Email: Please input correct email format (ida@example)' }],
  ]),
  ...field('email (register), in use', [
    [
      'This email already exists',
      {
        file: FLAGS,
        title: 'the refusal of a taken e-mail disappears when it changes: at once, or when it is sent',
      },
    ],
  ]),
  ...field('password (register)', [
    [SIX, { ...panel, words: 'Password: Length should be at least 6 characters' }],
  ]),
  ...field('password (register), when it is left', [
    [
      SIX,
      {
        file: 'tests/e2e/account-password.script.spec.ts',
        title: 'a new password that is too short is reported on leaving the field, not while typing',
      },
    ],
  ]),
  ...field('password (new password)', [
    [
      SIX,
      {
        file: 'tests/e2e/purchase-password.spec.ts',
        title: 'a guest sets a password with the mailed link, which opening does not use up and saving does',
      },
    ],
  ]),
  ...field('login', [
    [
      'Password Expired. Please reset using the link below.',
      {
        file: ACCOUNT,
        title: 'a wrong password is refused, a right one logs in, and logout ends the session at the service',
      },
    ],
  ]),
  ...field('terms', [['Please read and accept the terms & conditions', typed]]),
  ...field('credit card', [['Please select a credit card', gone]]),
  ...field('quantity', [
    ['Please input a quantity', { ...firstStep, words: 'Quantity: Please input a quantity' }],
  ]),

  ...field('express wallet', [
    ['Please check you selected the date and time', wallet],
    ['Please check you entered with a valid email', wallet],
    ['Please read and accept the terms & conditions', wallet],
  ]),

  ...field('discount code', [
    [
      '{code} is not valid for sunset reservations',
      { ...codes, words: 'FLY15 is not valid for sunset reservations' },
    ],
    ['{code} is not valid for focus flights', { ...codes, words: 'FLY15 is not valid for focus flights' }],
    ['{code} is not valid for seats', { ...codeBox, words: 'FLIGHTSONLY is not valid for seats' }],
    ['{code} is not valid for flights', { ...codes, words: 'SEATSONLY is not valid for flights' }],
    ['{code} is not valid for this brand', { ...codes, words: 'TIDEWATER is not valid for this brand' }],
    ['{code} is not valid for this product', { ...codes, words: 'NEWYORKER is not valid for this product' }],
    ['{code} is an invalid discount code', { ...codes, words: 'SPENT is an invalid discount code' }],
    ['{code} is not a valid code', { ...codeBox, words: 'nosuch is not a valid code' }],
  ]),

  {
    section: 8,
    where: 'checkout',
    sentence: 'Gift card must exist.',
    becomes: 'Gift card is not valid, contact support.',
    shown: gone,
  },
  {
    section: 8,
    where: 'checkout',
    sentence: 'Your card was declined.',
    becomes: 'Your card was declined. try a different card or contact your bank.',
    shown: gone,
  },
  {
    section: 8,
    where: 'reschedule',
    sentence: 'Your card was declined. Try a different card or contact your bank.',
    shown: {
      file: 'tests/e2e/reschedule-keyboard.script.spec.ts',
      title: 'a party reschedules by keyboard alone, its saved card declined first, and then a part of it',
    },
  },
  {
    section: 8,
    where: 'checkout',
    sentence: 'Something went wrong, please check your order or contact support.',
    shown: {
      file: BASIC,
      title: 'a guest sees the whole total, is declined and pays the same order with another card',
    },
  },
  ...[
    'Your reset token is either expired or invalid.',
    'Please reset your password again or contact support for assistance.',
    'Return to login',
  ].map((sentence) => ({ section: 8 as const, where: 'reset token', sentence, shown: badReset })),
  ...[
    'Please select a flight to redeem Buy Now Schedule Later',
    'There are no valid Buy Now Schedule Laters for this flight',
    'Contact us if you need assistance.',
  ].map((sentence) => ({ section: 8 as const, where: 'gift card panel', sentence, shown: tenders })),
]

/** The sentences of a field in section 5. */
function field(where: string, said: [sentence: string, shown: Shown][]): Sentence[] {
  return said.map(([sentence, shown]) => ({ section: 5, where, sentence, shown }))
}
