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
        'pays fares that were added after it was sold, and departures that have none',
        'covers all fares also when it was sold before its fare did, wherever it is read',
        'pays one whole aircraft where it was sold so',
        'puts what the seat costs more than the card on the account of differences',
        'is none without a gift price that an admin has set',
        'stays so while somebody has such a card that is not spent',
        'a gift card of a narrower fare names its departures, and pays no other',
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
        'are named with their amount when it is bought and on the card, and are what is charged',
        'are never more than the card names, though they rose or are new since',
        'are counted on the price of the card’s own fare, however dear the departure is',
        'are named with their tax, and a tax that rises later is not charged on them',
        'are none where every fee is in the card: then its own fare costs nothing more',
        'come back whole with a refund of the flight they were charged for',
      ],
      'api/rules/pricing/pricing-properties.test.ts': [
        'a seat that a gift card pays costs no more than the fees it names',
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
        'a card’s last day is the same in the shop, in its mails and on paper',
        'page and mail name the same last day for a gift card bought late in the evening',
        'Show More keeps what was ticked in every list',
      ],
      'app/gifts/gift-pages.server.test.ts': [
        '/redeem-voucher says what became of each code: spent, of the other brand, a discount code',
      ],
      'api/gifts/routes/gift-cards.test.ts': [
        'a gift card or voucher that cannot be used answers what became of it',
      ],
      'app/gifts/handle-gift-form.server.test.ts': [
        'another fare, number or code than the one whose price was shown is shown with its ' +
          'price, and never as a changed price',
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
        'a saved card pays by the plain form; one that is not there any more does not',
        'a card typed into the page: the order stands first, then the card is charged once',
        'a declined card says so in the form, and another one pays the same order',
        'the wallet begins a payment in the page, and the hosted page is a press away',
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
