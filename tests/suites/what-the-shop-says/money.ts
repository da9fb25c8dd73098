import { type AcceptanceCriterion } from '../suite.ts'

/** Every amount is shown before it is charged. */
export const moneyCriteria: readonly AcceptanceCriterion[] = [
  {
    criterion:
      '6. Account credit is hidden and refused for the 12-Minute Private Flight, whose name ' +
      'sets that and the fee base 1198; other products may have the switch.',
    tests: {
      'api/catalogue/routes/private-flight.test.ts': [
        'hides account credit and computes its fees on 1198 when saved under that name',
        'keeps both while it has the name and can change them under another name',
        'is sold without account credit: hidden in the quote and refused with the payment',
        'may hide account credit by the same switch',
      ],
      'app/payments/payer-tenders.server.test.ts': [
        'selected credit is not used where the product hides it, and the card pays it all',
      ],
    },
  },
  {
    criterion:
      '7. With consent to SkyClub the sums show two charges before paying, on the ' +
      'confirmation, the receipt and the mail: today’s flight, and $99.00 a year.',
    tests: {
      'tests/pages/second-charge.test.ts': [
        'the checkout shows today’s flight and the yearly price as two charges before payment',
        'the confirmation and the account’s page of the order show both charges',
        'the receipt shows the second charge and leaves it out of its total',
        'the mail shows both charges as text and as HTML',
        'a membership cancelled before its payment shows no second charge',
      ],
    },
  },
  {
    criterion:
      '8. "From $X" is a quote’s total for one person, or one aircraft, on the cheapest ' +
      'departure on sale, by one function for card, calendar and structured data; `seat_price` ' +
      'is unchanged.',
    tests: {
      'tests/pages/from-price.test.ts': [
        'every from-price is the quote of one person on the cheapest departure on sale',
        'a from-price rises with a sold-out departure and falls with an expired hold',
        'a from-price follows closed days, ended sales and a running campaign',
        'no from-price appears while nothing can be booked',
      ],
      'api/admin/routes/query-counts.test.ts': [
        'the sellable departures are read in four queries after a sale, and then in one',
      ],
    },
  },
  {
    criterion:
      '9. The receipt link of a mail opens the receipt for whoever holds the mail, or offers ' +
      'the log-in; never a 404.',
    tests: {
      'tests/pages/receipt-links.test.ts': [
        'a mailed receipt link opens the receipt and nothing else of the order',
        'an expired or mistyped receipt link offers the login and returns to the receipt',
        'another account reads that the receipt is not its own, and how to change accounts',
      ],
    },
  },
]
