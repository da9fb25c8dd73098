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
          'a shopper buys without any script',
          'a shopper buys with every script loaded in time, ${way}',
          'when no script file ever loads, the page retries once and sells as plain HTML',
          'a shopper buys when the scripts load late, in the middle of typing',
        ],
        'tests/e2e/purchase-keyboard.script.spec.ts': [
          'a shopper buys by keyboard alone, with the card typed into the page',
          'without scripts a shopper buys by keyboard alone, with the card on the secure page',
        ],
      },
    },
    {
      criterion: 'Day, time, party and extras change in place; focus, announcements and the address follow.',
      tests: {
        'tests/e2e/purchase-modes-in-place.script.spec.ts': [
          'choosing a day in place updates address, focus and announcement, and Back returns',
          'time, party and extras change the price in place, and Back restores the controls',
          'the calendar is one Tab stop with the keys of a date grid, and turns its pages',
        ],
        'tests/e2e/purchase-in-place-trouble.script.spec.ts': [
          'a requested day survives a choice made before its answer and an answer that never comes',
          'when ${trouble}, the choices stay and the shopper can retry',
        ],
        'tests/e2e/hydrated-pages.script.spec.ts': [
          'only the payment step loads the provider’s script, and each answer has its own nonce',
          'hydration causes no layout shift',
        ],
      },
    },
    {
      criterion:
        'A declined card, a bank that asks, a way back and a changed mind all end in one paid ' +
        'order, in the page and on the hosted page.',
      tests: {
        'tests/e2e/purchase-card.script.spec.ts': [
          'a card typed into the page makes one order, one charge and one mail',
          'after a declined card another one pays the same order',
          'a passed bank check in the page books the order',
          'when the bank check ${how}, a message shows and another card pays the same order',
          'after the hosted page the shopper continues there or pays here, never both',
          'another party after a decline replaces the first order and gets its seats',
        ],
        'tests/e2e/purchase-card-form.script.spec.ts': [
          'the page says that the provider’s ${what} did not load, and the hosted page sells',
        ],
        'tests/e2e/purchase-bank.spec.ts': [
          'a passed bank check books the order',
          'after a failed bank check another card pays the same order',
        ],
        'tests/e2e/purchase-mistakes.spec.ts': ['after a declined card another one pays'],
        'tests/e2e/purchase-meanwhile.script.spec.ts': [
          'a changed price shows the new total, and one press accepts and charges it',
          'another time after a decline replaces the first order, closes its payment and charges once',
          'a page whose hold expires says so, and the shopper requests the seats again',
        ],
      },
    },
    {
      criterion: 'However often and from wherever it is pressed: one order, one charge, one mail.',
      tests: {
        'tests/e2e/purchase-once.spec.ts': [
          'pressing the payment page’s button twice, reloading and going back pays once',
          'going back from the payment page and forward again keeps the same order and page',
          'the same form sent ten times at once makes one order, one page, one charge and one mail',
        ],
        'tests/races/payment-races.test.ts': [
          'the return page, the webhook worker and the sweeper at once apply a payment once',
          'ten requests %s, paid %s, make one order, one charge and one mail',
        ],
        'tests/races/ten-at-once.test.ts': [
          'ten forms and ten payments at two processes, %s, %s, make one order, one charge and one mail',
        ],
      },
    },
    {
      criterion:
        'Killed at any named point, or with the provider failing at any call: paid with seats, ' +
        'expired and nothing charged, or refunded.',
      tests: {
        'tests/races/stop-points.test.ts': [
          'killed at “%s” (%s), a purchase is completed or released',
          'killed at “%s” (%s), an abandoned payment is closed or paid',
          'killed at “%s” (%s), late money is refunded',
          'killed at “%s” (%s), a purchase with tenders is completed or released',
          'killed at “%s” (%s), an abandoned purchase releases its tenders',
        ],
        'tests/races/provider-trouble.test.ts': [
          'the provider fails while the hosted page is made',
          'the provider fails while a card is charged',
          'the provider fails while a payment is closed',
          'a call whose outcome is unknown for more than a day',
          'a refund that fails first, %s, is given once and mailed once',
        ],
      },
    },
    {
      criterion: 'Whoever blocks seats or tries cards is stopped; everybody else goes on.',
      tests: {
        'tests/races/hold-limits.test.ts': [
          'one network with fifty sessions and e-mails cannot hold every seat of a departure',
          'one network holds at most one whole departure of a day and a part of the others',
          'a network that tried thirty bad cards over many sessions cannot use a good one',
        ],
        'tests/e2e/abuse.no-script.spec.ts': [
          'a script with many sessions reaches the hold limit, and people on other networks still book',
        ],
      },
    },
    {
      criterion:
        'An account is safe to have: nothing is seen before the mailbox is proven, nothing typed is lost.',
      tests: {
        'tests/e2e/account.spec.ts': [
          'a guest’s order appears in the account only after the e-mail is confirmed',
          'a wrong password is refused, a right one logs in, and logout ends the session at the service',
          'an invalid token is removed from the cookie, and the page still loads',
        ],
        'tests/e2e/account-checkout.spec.ts': ['logging in during checkout leads back with everything typed'],
      },
    },
    {
      criterion: 'Calls cost a fixed number of queries, and the shop sells for somebody else’s service too.',
      tests: {
        'api/admin/routes/query-counts.test.ts': [
          'each call makes a fixed number of queries',
          'the number of queries does not grow with departures, orders, products and upgrades',
        ],
        'tests/e2e/foreign-instance.platform.spec.ts': [
          'a guest is declined, pays with another card on the other origin, and comes back booked',
        ],
        'tests/e2e/foreign-spec-only.platform.spec.ts': [
          'a guest sees the whole total, is declined and pays the same order with another card',
        ],
      },
    },
  ],
}
