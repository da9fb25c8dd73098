import { type Suite } from './suite.ts'

/** One purchase without a script, and everything it stands on. */
export const firstPurchase: Suite = {
  name: 'first-purchase',
  about: 'A stranger without JavaScript buys a flight: seats, money, mail and pages.',
  criteria: [
    {
      criterion: 'The product starts from one command, tells where it is, and stops with it.',
      tests: {
        'tests/e2e/npm-start.platform.spec.ts': ['whoever stops npm start stops the shop'],
        'tests/e2e/process.platform.spec.ts': [
          'a start says where the shop is, who may log in and what is in test mode',
          'a second process on the same data is refused with a sentence',
          'wrong settings are told all at once',
          'a killed process leaves data that the next one opens',
        ],
      },
    },
    {
      criterion:
        'Without script on a phone: from the product page to the ticket in five views, one ' +
        'completed order, one mail with a valid calendar file, two seats fewer.',
      tests: {
        'tests/e2e/purchase.spec.ts': [
          'two seats, from the product page to the ticket in five page views',
          'a whole aircraft is bought for a party',
        ],
      },
    },
    {
      criterion: 'Wrong input on the way keeps everything typed.',
      tests: {
        'tests/e2e/purchase-mistakes.spec.ts': [
          'wrong input is named, linked and answered 422, and everything typed stays',
          'the first step says what is missing and keeps what was typed',
          'seats taken meanwhile: a sentence, other times, nothing typed is lost',
        ],
      },
    },
    {
      criterion: 'Seats are never oversold, and the test that says so can oversell.',
      tests: {
        'tests/races/last-seats.test.ts': [
          '60 buyers who hold and pay, 4 seats: exactly 4 sold, nobody else charged',
          'buyers of seats and of whole flights never both get the aircraft',
          'the CHECK still keeps the aircraft from being oversold',
          'and without the CHECK the same buyers oversell it: the races above are real',
        ],
      },
    },
    {
      criterion:
        'Changed prices and hidden fields, somebody else’s order or e-mail and a foreign ' +
        'return address are refused.',
      tests: {
        'tests/e2e/purchase-safety.no-script.spec.ts': [
          'a changed total is refused with the right one, and nothing is held',
          'hidden fields nobody asked for change nothing',
          'the same form sent twice at once, by somebody without a session, is one order',
          'a form sent from another site is refused',
        ],
        'tests/e2e/purchase.spec.ts': ['somebody else’s order looks like none at all'],
        'tests/contract/purchase.test.ts': ['a total the shop did not name is refused with the right quote'],
        'api/orders/routes/orders.test.ts': ['it is not found, also with their e-mail, and staff see it'],
        'api/accounts/routes/customers.test.ts': [
          'somebody else’s e-mail gives neither their roles, nor their name, nor a mail to them',
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
          'content pages carry no framework, and at most one small script',
          'pages carry their headers from the first one on',
        ],
        'bench/budgets.test.ts': ['each broken limit is named'],
      },
    },
    {
      criterion: 'Every page is free of barriers in both brands, light and dark, narrow and wide.',
      tests: {
        'tests/e2e/storefront.script.spec.ts': [
          '${name}, ${colorScheme}, ${String(width)} px: nothing for axe to complain about',
        ],
        'tests/e2e/storefront.spec.ts': ['nothing scrolls sideways at 320 pixels'],
        'tests/e2e/purchase-keyboard.script.spec.ts': [
          'the whole purchase by keyboard alone, the card typed on the secure page',
          '${brand}, ${colorScheme}: no barrier, no sideways scroll',
        ],
      },
    },
  ],
}
