import { type Suite } from './suite.ts'

/**
 * The same purchase with scripts, in the page, and through everything that can go wrong on the way.
 */
export const unbreakablePurchase: Suite = {
  name: 'unbreakable-purchase',
  about: 'One order, one charge, one mail: in every mode of the page, and wherever a process stops.',
  criteria: [
    {
      criterion:
        'The purchase works without script, hydrated, with every script lost, with scripts ' +
        'that come late, and by keyboard.',
      tests: {
        'tests/e2e/purchase-modes.script.spec.ts': [
          'the purchase without any script',
          'the purchase with every script in time, ${way}',
          'the purchase when no script file ever comes: one new try, then plain HTML',
          'the purchase when the scripts come late, in the middle of typing',
        ],
        'tests/e2e/purchase-keyboard.script.spec.ts': [
          'the whole purchase by keyboard alone, the card typed into the page',
          'the whole purchase by keyboard alone, the card typed on the secure page',
        ],
      },
    },
    {
      criterion: 'Day, time, party and extras change in place; focus, announcements and the address follow.',
      tests: {
        'tests/e2e/purchase-modes-in-place.script.spec.ts': [
          'a day is chosen in place: address, focus and announcement follow, and back goes back',
          'time, party and extras change the price in place, and back takes the controls along',
          'the calendar is one Tab stop with the keys of a date grid, and turns its pages',
        ],
        'tests/e2e/purchase-in-place-trouble.script.spec.ts': [
          'a day that was asked for is not lost to a choice made before its answer, nor to an ' +
            'answer that never comes',
          'when ${trouble}, what was chosen stays, and one can try again',
        ],
        'tests/e2e/hydrated-pages.script.spec.ts': [
          'only the payment step asks for the provider’s script, and each answer has its own nonce',
          'nothing moves when the page comes alive',
        ],
      },
    },
    {
      criterion:
        'A declined card, a bank that asks, a way back and a changed mind all end in one paid ' +
        'order, in the page and on the hosted page.',
      tests: {
        'tests/e2e/purchase-card.script.spec.ts': [
          'a card in the page: one order, one charge, one mail',
          'a declined card, then another one, on the same order',
          'the bank asks in the page, and is satisfied',
          'the bank’s question ${how}: a sentence, and another card pays the same order',
          'back from the hosted page: go on there, or pay here; never both',
          'another party after a decline: the first order gives way, nobody is in their own way',
        ],
        'tests/e2e/purchase-card-form.script.spec.ts': [
          'the provider’s ${what} do not come: the page says so, and the hosted page sells',
        ],
        'tests/e2e/purchase-bank.spec.ts': [
          'the bank is satisfied: booked',
          'the bank says no: a sentence, and another card pays the same order',
        ],
        'tests/e2e/purchase-mistakes.spec.ts': ['a declined card, then another one'],
        'tests/e2e/purchase-meanwhile.script.spec.ts': [
          'a price that changed: the new total is named, one press accepts it, and it is what is charged',
          'another time after a decline: the first order gives way, its payment is closed, one charge',
          'a hold that ends while the page stands: it says so, and the seats are asked for anew',
        ],
      },
    },
    {
      criterion: 'However often and from wherever it is pressed: one order, one charge, one mail.',
      tests: {
        'tests/e2e/purchase-once.spec.ts': [
          'pressing the payment page’s button twice, reloading and going back pays once',
          'back from the payment page and on again is the same order and the same page',
          'the same form ten times at once is one order, one page, one charge, one mail',
        ],
        'tests/races/payment-races.test.ts': [
          'the return page, the webhook worker and the sweeper at the same moment: one payment, one mail',
          '%s, %s: one order, one charge, one mail',
        ],
        'tests/races/ten-at-once.test.ts': [
          'ten forms and ten payments at two processes, %s, %s: one order, one charge, one mail',
        ],
      },
    },
    {
      criterion:
        'Killed at any named point, or with the provider failing at any call: paid with seats, ' +
        'expired and nothing charged, or refunded.',
      tests: {
        'tests/races/stop-points.test.ts': ['%s (%s)'],
        'tests/races/provider-trouble.test.ts': [
          'the provider fails while the hosted page is made',
          'the provider fails while a card is charged',
          'the provider fails while a payment is closed',
          'a call lost sight of for more than a day',
          'the refund fails, %s: it is given once, the mail leaves once',
        ],
      },
    },
    {
      criterion: 'Whoever blocks seats or tries cards is stopped; everybody else goes on.',
      tests: {
        'tests/races/hold-limits.test.ts': [
          'one network with fifty sessions and e-mails cannot hold every seat of a departure',
          'nor every seat of a day: one departure at most, and a part of the others',
          'one network tries thirty bad cards, over many orders and sessions, and no good one after them',
        ],
        'tests/e2e/abuse.no-script.spec.ts': [
          'a script holds seats with many sessions until it is told no; people elsewhere book',
        ],
      },
    },
    {
      criterion:
        'An account is safe to have: nothing is seen before the mailbox is proven, nothing typed is lost.',
      tests: {
        'tests/e2e/account.spec.ts': [
          'register, confirm by mail, and only then the guest’s order is there',
          'logging in: wrong, right, and out again, at the service too',
          'a token that is good for nothing any more is taken off the cookie, and the page goes on',
        ],
        'tests/e2e/account-checkout.spec.ts': [
          'logging in on the way to paying leads back, with everything typed',
        ],
      },
    },
    {
      criterion: 'Calls cost a fixed number of queries, and the shop sells for somebody else’s service too.',
      tests: {
        'api/admin/routes/query-counts.test.ts': [
          'each call makes as many queries as it always does',
          'not one more with more departures, orders, products and upgrades',
        ],
        'tests/e2e/foreign-instance.platform.spec.ts': [
          'a guest is declined, pays with another card on the other origin, and comes back booked',
        ],
        'tests/e2e/foreign-spec-only.platform.spec.ts': [
          'a guest sees the whole sum, is declined, and pays the same order with another card',
        ],
      },
    },
  ],
}
