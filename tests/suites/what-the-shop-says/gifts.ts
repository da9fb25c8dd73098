import { type SuitePromise } from '../suite.ts'

/** Gift cards pay what they say, and say what they pay. */
export const giftsPromises: readonly SuitePromise[] = [
  {
    promise:
      'The gift page prices what is chosen, a gift of several flights names them all, a card has one last day, and every code says what became of it',
    tests: {
      'tests/pages/gifts.test.ts': [
        'a gift of several flights names every flight in its mail, on its page and on paper',
        'a card’s last day is the same in the shop, in its mails and on paper',
        'a card that is bought late in the evening is good until the end of one day, which page and mail name',
        'Show More keeps what was ticked, in every list',
      ],
      'app/server/gift-pages.server.test.ts': [
        '/redeem-voucher says what became of each code: spent, of the other brand, a discount code',
      ],
      'api/routes/gift-cards.test.ts': [
        'a gift card or voucher that cannot be used answers what became of it',
      ],
    },
  },
]
