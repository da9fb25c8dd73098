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
        'a logged-in customer’s sheet shows each new total, and closing it too late still pays',
      ],
      'tests/e2e/purchase-card.script.spec.ts': [
        'an empty card form says Please select a credit card, and the card has the focus',
      ],
      [PAGES]: [
        'terms are links without a script and open a dialog with one',
        'campaigns and landing-pages have layouts of their own',
        'upgrades without a card chosen say Please select a credit card',
        'no page offers a reschedule',
        'every page of a reschedule says that it is off and names the contact',
        'without JavaScript #register marks its own tab as current and links to its form',
        'the "See the price" button of upgrades reports that nothing is chosen',
        'the "See the price" button of another date reports that nothing is chosen',
        'the finder offers exactly the days on which a flight is for sale',
        'the checkout opens the requested day of the flight from the finder',
        'the campaign page of FLY15 and the code agree about sunset flights',
        'promises, stories and films describe only what the shop offers',
      ],
      'tests/e2e/storefront.spec.ts': ['the finder passes the flight, the day and the party to the checkout'],
    },
  },
  {
    criterion: '11. Errors focus the first field in error and show the summary, with and without a script',
    tests: {
      'app/frame/set-autofocus.server.test.ts': [
        'the first field in error gets the focus, and the summary loses it',
        'the summary or the failure’s message has the focus where no field is wrong',
      ],
      [PAGES]: [
        'a refused form without a script shows the summary and focuses its first field in error: %s',
        'Continue without a time shows the summary and focuses the first departure',
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
