import { type AcceptanceCriterion } from '../suite.ts'

/** Every amount is shown before it is asked. */
export const moneyCriteria: readonly AcceptanceCriterion[] = [
  {
    criterion:
      '6. Account credit is hidden and refused for the 12-Minute Private Flight, whose name ' +
      'sets that and the fee base 1198; other products may have the switch.',
    tests: {
      'api/catalogue/routes/private-flight.test.ts': [
        'hides account credit and counts its fees on 1198 as soon as it is saved under that name',
        'keeps both while it bears the name, and gives them free with another name',
        'is sold without account credit: hidden in the quote and refused with the payment',
        'may hide account credit by the same switch',
      ],
      'app/payments/payer-tenders.server.test.ts': [
        'credit that was ticked before is hidden where a product hides it, and the card pays the whole',
      ],
    },
  },
  {
    criterion:
      '7. With consent to SkyClub the sums show two charges before paying, on the ' +
      'confirmation, the receipt and the mail: today’s flight, and $99.00 a year.',
    tests: {
      'tests/pages/second-charge.test.ts': [
        'shows today’s flight and the yearly price as two charges before paying',
        'shows both charges on the confirmation and on the account’s page of the order',
        'shows the second charge on the receipt, and keeps it out of its total',
        'shows both charges in the mail, as text and as a page',
        'shows no second charge once the membership was given up unpaid',
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
        'is the total of a quote for one person on the cheapest departure on sale, wherever it is named',
        'rises when the cheapest departure is sold out, and falls when a hold on it ends by the clock',
        'follows closed days, ended sales and a running campaign',
        'is not promised while nothing can be booked',
      ],
      'api/admin/routes/query-counts.test.ts': [
        'what is on sale is read in five queries after a sale, and then in one',
      ],
    },
  },
  {
    criterion:
      '9. The receipt link of a mail opens the receipt for whoever holds the mail, or offers ' +
      'the log-in; never a 404.',
    tests: {
      'tests/pages/receipt-links.test.ts': [
        'opens the receipt for whoever holds the mail, and nothing else of the order',
        'offers the log-in to a visitor when it was ended or mistyped, and comes back to the receipt',
        'says to another account whose receipt it is not, and how to change accounts',
      ],
    },
  },
]
