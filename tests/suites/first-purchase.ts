import { type Suite } from './suite.ts'

/** The tests of one purchase without a script, and of everything it depends on. */
export const firstPurchase: Suite = {
  name: 'first-purchase',
  about: 'A stranger without JavaScript buys a flight: seats, money, mail and pages.',
  criteria: [
    {
      criterion: 'The product starts from one command, tells where it is, and stops with it.',
      tests: {
        'tests/e2e/npm-start.platform.spec.ts': ['stopping npm start stops the shop'],
        'tests/e2e/process.platform.spec.ts': [
          'the start prints the shop’s address, who may log in and what is in test mode',
          'a second process on the same data is refused with a message',
          'the start reports all wrong settings at once',
          'the next process opens the data that a killed process left',
        ],
      },
    },
    {
      criterion:
        'Without script on a phone: from the product page to the ticket in five views, one ' +
        'completed order, one mail with a valid calendar file, two seats fewer.',
      tests: {
        'tests/e2e/purchase.spec.ts': [
          'a shopper buys two seats from the product page to the ticket in five page views',
          'a shopper buys a whole aircraft for a party',
        ],
      },
    },
    {
      criterion: 'Wrong input on the way keeps everything typed.',
      tests: {
        'tests/e2e/purchase-mistakes.spec.ts': [
          'wrong input is named, linked and answered 422, and everything typed stays',
          'the first step says what is missing and keeps what was typed',
          'when the seats are taken meanwhile, a message offers other times and nothing typed is lost',
        ],
      },
    },
    {
      criterion: 'Seats are never oversold, and the test that says so can oversell.',
      tests: {
        'tests/races/last-seats.test.ts': [
          'of 60 buyers of 4 seats exactly 4 get one, and nobody else is charged',
          'buyers of seats and of whole flights never both get the aircraft',
          'without the lock the CHECK still prevents overselling',
          'without the lock and the CHECK the same buyers oversell, so the races above are real',
        ],
      },
    },
    {
      criterion:
        'Changed prices and hidden fields, somebody else’s order or e-mail and a foreign ' +
        'return address are refused.',
      tests: {
        'tests/e2e/purchase-safety.no-script.spec.ts': [
          'an order with a changed total is refused with the right one, and no seats are held',
          'unknown hidden fields change nothing',
          'the same form sent twice at once without a session makes one order',
          'a form sent from another site is refused',
        ],
        'tests/e2e/purchase.spec.ts': ['somebody else’s order answers like an unknown one'],
        'tests/contract/purchase.test.ts': [
          'an order with an outdated total is refused with the right quote',
        ],
        'api/orders/routes/orders.test.ts': ['it is not found, also with their e-mail, and staff see it'],
        'api/accounts/routes/customers.test.ts': [
          'a guest with the e-mail of an account gets neither its roles, its name nor a mail',
        ],
        'api/payments/routes/payments.test.ts': [
          'another amount is refused with the right one, and nothing is charged',
          'an order of somebody else is not found, and a visitor must log in',
        ],
      },
    },
    {
      criterion: 'Content pages stay light and carry no framework; a page over its budget fails.',
      tests: {
        'tests/e2e/front-door.spec.ts': [
          'content pages load no framework and at most one small script',
          'every page sends its security headers',
        ],
        'bench/budgets.test.ts': ['each broken limit is reported'],
      },
    },
    {
      criterion: 'Every page is free of barriers in both brands, light and dark, narrow and wide.',
      tests: {
        'tests/e2e/storefront.script.spec.ts': [
          '${name}, ${colorScheme}, ${String(width)} px: every page passes axe',
        ],
        'tests/e2e/storefront.spec.ts': ['no page scrolls sideways at 320 pixels'],
        'tests/e2e/purchase-keyboard.script.spec.ts': [
          'without scripts a shopper buys by keyboard alone, with the card on the secure page',
          '${brand}, ${colorScheme}: every page passes axe and does not scroll sideways',
        ],
      },
    },
  ],
}
