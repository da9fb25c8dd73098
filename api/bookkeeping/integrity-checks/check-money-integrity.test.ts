import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDataDamage } from '#tests/support/harmed-integrity.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { sellEveryKindOfOrder, type SoldOrders } from '#tests/support/sell-every-kind.ts'

let shop: PayingShop
let sold: SoldOrders

beforeAll(async () => {
  shop = await openPayingShop()
  sold = await sellEveryKindOfOrder(shop)
}, 180_000)
afterAll(() => shop.close())

const { foundAfter, idOf, paymentOf } = openDataDamage(() => shop)

describe('integrity checks of money', () => {
  const posting = (event: string) => idOf('select id from ledger_transactions where event_key = $1', event)

  test('find a missing ledger entry', async () => {
    const sale = await posting(`payment:${await paymentOf(sold.card)}`)
    const harm = [sql`delete from ledger_entries where transaction_id = ${sale}::int and account = 'fees'`]
    expect(await foundAfter(harm)).toEqual([`ledger_balance: unbalanced ledger_transaction ${sale}`])
  })

  test('find a missing posting and one with a wrong amount', async () => {
    const payment = await paymentOf(sold.whole)
    const sale = await posting(`payment:${payment}`)
    const gone = [
      sql`delete from ledger_entries where transaction_id = ${sale}::int`,
      sql`delete from ledger_transactions where id = ${sale}::int`,
    ]
    expect(await foundAfter(gone)).toEqual([
      `ledger_balance: not_posted order ${String(sold.whole)}`,
      `ledger_balance: not_posted payment ${payment}`,
    ])
    const moved = [
      sql`update ledger_entries set amount_cents = amount_cents + (case account when 'stripe' then 500
        else -500 end) where transaction_id = ${sale}::int and account in ('stripe', 'fees')`,
    ]
    expect(await foundAfter(moved)).toEqual([`ledger_balance: posted_wrongly payment ${payment}`])
  })

  test('find a paid membership without a posting', async () => {
    const harm = [
      sql`insert into subscriptions (plan_id, user_id, brand_id, email, status, reference, created_at)
        values (1, 1, 1, 'member@example.com', 'active', 'sub_1', now())`,
      sql`insert into subscription_invoices (reference, subscription_id, amount_cents, status, created_at)
        select 'in_1', max(id), 4900, 'paid', now() from subscriptions`,
    ]
    expect(await foundAfter(harm)).toEqual(['ledger_balance: not_posted subscription_invoice in_1'])
  })

  test.each([
    ['credit', sql`update credit_balances set balance_cents = balance_cents + 100 where user_id = 1`],
    [
      'vouchers',
      sql`update vouchers set balance_cents = balance_cents - 100 where id = (select min(id)
        from vouchers where balance_cents > 100)`,
    ],
    [
      'gifts',
      sql`update gift_cards set value_cents = value_cents + 100 where id = (select min(id)
        from gift_cards where state = 'available')`,
    ],
  ])('find balances of %s that differ from the ledger', async (account, harm) => {
    expect(await foundAfter([harm])).toEqual([`ledger_balance: account_differs account ${account}`])
  })

  test('find a carried balance that differs from its entries', async () => {
    const carry = sql`insert into ledger_carried (at, account, amount_cents)
      select '2100-01-01', e.account, sum(e.amount_cents) from ledger_entries e group by 2`
    expect(await foundAfter([carry])).toEqual([])
    const more = sql`update ledger_carried set amount_cents = amount_cents + 1 where account = 'stripe'`
    expect(await foundAfter([carry, more])).toEqual(['ledger_balance: carried_wrongly account stripe'])
    const none = sql`delete from ledger_carried where account = 'stripe'`
    expect(await foundAfter([carry, none])).toEqual(['ledger_balance: carried_wrongly account stripe'])
  })

  test('pass after an earlier entry, which deletes later carried balances', async () => {
    const harm = [
      sql`insert into ledger_carried (at, account, amount_cents)
        select '2100-01-01', e.account, sum(e.amount_cents) from ledger_entries e group by 2`,
      sql`insert into ledger_transactions (kind, event_key, at)
        values ('counted', 'a late one', ${shop.clock.now().toISOString()}::timestamptz)`,
      sql`insert into ledger_entries (transaction_id, account, amount_cents)
        select t.id, e.account, e.cents
          from ledger_transactions t, (values ('stripe', 100), ('sales:flights', -100)) as e (account, cents)
        where t.event_key = 'a late one'`,
    ]
    expect(await foundAfter(harm)).toEqual([])
  })

  test('find orders and payments whose totals differ from their payments and refunds', async () => {
    const less = sql`update orders set amount_paid_cents = amount_paid_cents - 1 where id = ${sold.card}`
    expect(await foundAfter([less])).toEqual([
      `orders_paid: due_differs order ${String(sold.card)}`,
      `orders_paid: paid_differs order ${String(sold.card)}`,
    ])
    const back = sql`update payments set refunded_cents = refunded_cents + 1 where order_id = ${sold.card}`
    expect(await foundAfter([back])).toEqual([
      `orders_paid: refunds_differ payment ${await paymentOf(sold.card)}`,
    ])
  })

  test('find undeliverable payments that were not refunded within an hour', async () => {
    const payment = await paymentOf(sold.returned)
    const harm = [
      sql`update refunds set state = 'failed' where payment_id = ${payment}::int`,
      sql`update payments set refunded_cents = 0 where id = ${payment}::int`,
    ]
    expect(await foundAfter(harm)).toEqual([`owed_money: not_given_back payment ${payment}`])
    const refund = await idOf('select id from refunds where payment_id = $1', payment)
    const waiting = [
      sql`update refunds set state = 'created', created_at = created_at - interval '2 hours'
        where id = ${refund}::int`,
      sql`delete from ledger_entries where transaction_id = (select id from ledger_transactions
        where event_key = ${`refund:${refund}`})`,
      sql`delete from ledger_transactions where event_key = ${`refund:${refund}`}`,
    ]
    expect(await foundAfter(waiting)).toEqual([`owed_money: not_asked_for refund ${refund}`])
  })

  test('find a voucher reserved for an ended payment and a gift card that paid for nothing', async () => {
    const tender = await idOf(
      "select min(id) from order_tenders where order_id = $1 and kind = 'voucher'",
      sold.mixed,
    )
    const harm = [
      sql`update order_tenders set state = 'reserved' where id = ${tender}::int`,
      sql`insert into ledger_transactions (kind, event_key, at) values ('opened', 'a test', now())`,
      sql`insert into ledger_entries (transaction_id, account, amount_cents)
        select max(id), 'vouchers', -10000 from ledger_transactions`,
      sql`insert into ledger_entries (transaction_id, account, amount_cents)
        select max(id), 'vouchers:issued', 10000 from ledger_transactions`,
    ]
    expect(await foundAfter(harm)).toEqual([`tenders: reserved_for_nothing order_tender ${tender}`])
    const card = await idOf(
      "select gift_card_id from order_tenders where order_id = $1 and kind = 'gift_card'",
      sold.mixed,
    )
    const lost = sql`update order_tenders set state = 'released' where gift_card_id = ${card}::int`
    expect(await foundAfter([lost])).toEqual([`tenders: taken_by_nothing gift_card ${card}`])
  })

  test('find a gift card that was redeemed twice', async () => {
    const card = await idOf(
      "select gift_card_id from order_tenders where order_id = $1 and kind = 'gift_card'",
      sold.mixed,
    )
    const harm = [
      sql`drop index order_tenders_gift_card_once`,
      sql`insert into order_tenders (order_id, kind, gift_card_id, amount_cents, state, created_at)
        values (${sold.card}, 'gift_card', ${card}::int, 22900, 'captured', now())`,
    ]
    expect(await foundAfter(harm)).toEqual([`tenders: used_twice gift_card ${card}`])
  })

  test('find gift cards paid and not created, created and not paid, or not sent on their day', async () => {
    const one = await idOf('select min(id) from gift_cards where purchaser_order_id = $1', sold.gifts)
    const unmade = [sql`update gift_cards set purchaser_order_id = null where id = ${one}::int`]
    expect(await foundAfter(unmade)).toEqual([`gift_purchases: not_made order ${String(sold.gifts)}`])
    const unpaid = [
      sql`update gift_cards set purchaser_order_id = ${sold.waiting} where purchaser_order_id is null
        and id = 1`,
    ]
    expect(await foundAfter(unpaid)).toEqual([`gift_purchases: made_unpaid order ${String(sold.waiting)}`])
    const item = await idOf('select min(id) from order_item_gift_cards where order_id = $1', sold.gifts)
    const unsent = [
      sql`update order_item_gift_cards set recipient_email = 'grace@example.com', send_on = '2027-05-10'
        where id = ${item}::int`,
    ]
    expect(await foundAfter(unsent)).toEqual([`gift_purchases: not_sent order_item_gift_card ${item}`])
  })

  test('find gifts of another recipient’s card, ended gifts with a card, and unsent gifts', async () => {
    const card = await idOf(
      "select min(id) from gift_cards where state = 'available' and last_emailed_to is null",
    )
    const gift = [
      sql`insert into gift_shares (id, brand_id, way, recipient_email, token_hash, mailed_at, created_at)
        values (9001, 1, 'mail', 'grace@example.com', 'x', '2027-05-10', '2027-05-10')`,
      sql`insert into gift_share_items (share_id, gift_card_id) values (9001, ${card}::int)`,
    ]
    expect(await foundAfter(gift)).toEqual(['gift_purchases: not_its_recipients gift_share 9001'])
    const over = [...gift, sql`update gift_shares set taken_back_at = '2027-05-11' where id = 9001`]
    expect(await foundAfter(over)).toEqual(['gift_purchases: given_and_free gift_share 9001'])
    const unsent = [...gift, sql`update gift_shares set mailed_at = null, token_hash = null where id = 9001`]
    expect(await foundAfter(unsent)).toEqual(['gift_purchases: not_sent gift_share 9001'])
  })

  test('find a code that was used more often than its limit', async () => {
    const code = await idOf('select discount_code_id from discount_code_uses where order_id = $1', sold.card)
    const harm = [sql`update discount_codes set redemption_limit = 1 where id = ${code}::int`]
    expect(await foundAfter(harm)).toEqual([`code_limits: over_limit discount_code ${code}`])
  })
})
