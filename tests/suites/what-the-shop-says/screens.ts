import { type AcceptanceCriterion } from '../suite.ts'

const PAGES = 'tests/pages/screens.test.ts'
const DIALOGS = 'tests/e2e/dialogs.script.spec.ts'

/** Pages work at every width and in every way they are used. */
export const screensCriteria: readonly AcceptanceCriterion[] = [
  {
    criterion:
      '10. Every sentence about a screen holds: widths, dialogs, layouts, missing choices, and ' +
      'texts that promise only what is there',
    tests: {
      [DIALOGS]: [
        'the sale banner fits every width from 320 to 1600 pixels',
        'Terms & Conditions and Privacy Policy open the dialog on every page that sells',
        'Send As Gift, the membership’s terms and the photos of a flight open the same dialog',
      ],
      'app/payments/wallet/find-wallet-problem.test.ts': [
        'the wallet asks for every missing passenger name before its sheet opens',
      ],
      'tests/e2e/express-wallet.script.spec.ts': [
        'somebody logged in: the sheet shows each new total, a closed one loses nothing, one ' +
          'closed too late has paid',
      ],
      'tests/e2e/purchase-card.script.spec.ts': [
        'an empty card form says Please select a credit card, and the card has the focus',
      ],
      [PAGES]: [
        'the terms are links without a script, and open a dialog with one',
        'campaigns and landing-pages are layouts of their own',
        'upgrades without a card chosen say Please select a credit card',
        'no page offers it',
        'every way to it says so, and how to reach somebody',
        'without JavaScript #register shows one coherent state: its own tab is the current ' +
          'one, with its form behind a button',
        '"See the price" of upgrades with nothing chosen says what is missing',
        '"See the price" of another date with nothing chosen says what is missing',
        'the finder offers the days on which a flight is for sale, and no other',
        'the checkout takes the day of the flight that the finder was asked for',
        'the campaign page of FLY15 and the code agree about sunset flights',
        'promises, stories and films promise only what is there',
      ],
      'tests/e2e/storefront.spec.ts': ['the finder passes the flight, the day and the party to the checkout'],
    },
  },
  {
    criterion: '11. Errors focus the first field in error and show the summary, with and without a script',
    tests: {
      'app/frame/set-autofocus.server.test.ts': [
        'the first field in error has the focus, and the summary loses it',
        'where no field is wrong the summary keeps the focus, or what failed takes it',
      ],
      [PAGES]: [
        'a refused form without a script, %s, shows the summary and has the focus on its first ' +
          'field in error',
        'Continue without a time shows the summary and has the focus on the first departure',
      ],
      'tests/e2e/purchase-keyboard.script.spec.ts': [
        'a shopper buys by keyboard alone, with the card typed into the page',
      ],
      'tests/e2e/account-keyboard.script.spec.ts': [
        'by keyboard alone a customer registers, cancels, resets the password and erases the account',
      ],
    },
  },
]
