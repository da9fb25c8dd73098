import { type AcceptanceCriterion } from '../suite.ts'

/** Gift cards pay what they announce, and pages show what they pay. */
export const giftsCriteria: readonly AcceptanceCriterion[] = [
  {
    criterion:
      'An "Any day" gift card pays a seat or aircraft on every open departure of its product; ' +
      'every other card names its departures.',
    tests: {
      'api/gifts/routes/gift-scope.test.ts': [
        'pays a seat on every open departure of its product, whatever that costs (product %i)',
        'it pays fares that were added later and departures without a fare',
        'it covers all fares also when it was sold before its fare did, on every page',
        'it pays one whole aircraft when it was sold for one',
        'it books the difference between seat price and card price to the account of differences',
        'it needs a gift price that an admin has set',
        'it keeps covering all fares while such a card is unspent',
        'a gift card of a narrower fare names its departures and pays no others',
      ],
      'tests/pages/gift-terms.test.ts': [
        'all pages and mails name the same departures and the same fees for a gift card',
      ],
    },
  },
  {
    criterion:
      'Fees that wait for a gift card’s redemption are named with their amount, which is the ' +
      'most that is charged.',
    tests: {
      'api/gifts/routes/redemption-fees.test.ts': [
        'they are named at purchase and on the card, and exactly these amounts are charged',
        'they never exceed what the card names, although fees rose or were added',
        'they depend on the price of the card’s own fare and not on the departure’s price',
        'they are named with their tax, and a later tax increase does not apply to them',
        'they are zero when the card includes every fee, so its own fare costs nothing more',
        'they are refunded in full with the flight they were charged for',
      ],
      'api/rules/pricing/pricing-properties.test.ts': [
        'a seat paid with a gift card costs no more than the fees that the card names',
      ],
      'tests/pages/gift-terms.test.ts': [
        'all pages and mails name the same departures and the same fees for a gift card',
        'no text names fees that the gift card includes, and cards sold earlier keep their fees',
      ],
    },
  },
  {
    criterion:
      'Redeem on a card leads to a checkout that has it chosen; what it pays is marked, and ' +
      'the rest says why not, before the pay step.',
    tests: {
      'tests/pages/redeem.test.ts': [
        'Redeem opens a checkout with the gift card chosen and marks the departures it pays for',
        'a whole aircraft on a gift card and a voucher are chosen in the same way',
        'somebody else’s gift card is not chosen, and a visitor logs in first',
        'several gift cards for a flight pay for as many seats',
      ],
    },
  },
  {
    criterion:
      'The gift page prices what is chosen, a gift of several flights names them all, a card ' +
      'has one last day, and every code says what became of it',
    tests: {
      'tests/pages/gifts.test.ts': [
        'a gift of several flights names every flight in its mail, on its page and on paper',
        'a gift of several flights with equal fees names all flights first, then the fees',
        'a card’s last day is the same in the shop, in its mails and on paper',
        'page and mail name the same last day for a gift card bought late in the evening',
        'Show More keeps what was ticked in every list',
      ],
      'app/gifts/gift-pages.server.test.ts': [
        '/redeem-voucher says why a code is refused and leads from a discount code to the flights',
      ],
      'api/gifts/routes/gift-cards.test.ts': ['it says why a gift card or voucher cannot be used'],
      'app/gifts/handle-gift-form.server.test.ts': [
        'a changed fare, number or code is shown with its price first, and not as a changed price',
      ],
      'tests/e2e/pay-in-the-page.script.spec.ts': [
        'a gift is priced while it is chosen, and a guest pays with a card typed into the page',
      ],
    },
  },
  {
    criterion:
      'Gift cards, upgrades of an order and reschedules are paid as flights are: a saved card, ' +
      'a card typed into the page, the wallet, the hosted page',
    tests: {
      'app/gifts/handle-gift-form.server.test.ts': [
        'a saved card pays by the plain form, and one that was removed does not',
        'a card typed into the page is charged once, after the order was placed',
        'a declined card is reported in the form, and another card pays the same order',
        'the wallet starts a payment in the page, and a button leads to the hosted page',
      ],
      'tests/pages/changes-paid.test.ts': [
        'the payment area of an order’s upgrades takes a saved card after a declined one',
        'a card typed into its page pays a reschedule, and a link offers the hosted page',
        'the wallet pays an upgrade and a reschedule for exactly the amount in its sheet',
      ],
      'tests/e2e/pay-in-the-page.script.spec.ts': [
        'the wallet pays for a gift',
        'a typed card pays an upgrade and a reschedule, and then the saved card does',
      ],
    },
  },
]
