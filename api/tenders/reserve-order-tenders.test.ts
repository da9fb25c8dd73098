import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Account,
  giveCredit,
  giveGiftCard,
  giveVoucher,
  openAccount,
} from '#tests/support/give-tenders.ts'
import { openShop, departureAt, guestToken, placeOrder, seatOrder } from '#tests/support/shopper.ts'
import { type TestApi } from '#tests/support/test-api.ts'
import { type Db } from '../db/client.ts'
import { type SignedInCaller } from '../http/http.ts'
import { captureTenders } from './capture-tenders.ts'
import { lockOrder } from '../store/orders/order.ts'
import { releaseTenders } from './release-tenders.ts'
import { findAmountDue, reserveTenderPlan } from './reserve-order-tenders.ts'

let shop: TestApi
let db: Db
const orderIds: number[] = []
beforeAll(async () => {
  const opened = await openShop()
  shop = opened.shop
  db = shop.deps.database.db
  const token = await guestToken(shop)
  for (const time of ['11:00', '14:30', '21:30']) {
    const departure = await departureAt(shop, 6, opened.nextDay(), time)
    orderIds.push((await placeOrder(shop, token, seatOrder(departure, 1))).id)
  }
})
afterAll(() => shop.close())

type Step =
  | { do: 'reserve'; order: number; gift: boolean; vouchers: readonly number[]; credit: boolean }
  | { do: 'capture' | 'release'; order: number }

const step = fc.oneof(
  fc.record({
    do: fc.constant('reserve' as const),
    order: fc.nat(2),
    gift: fc.boolean(),
    vouchers: fc.constantFrom([], [0], [1], [0, 1], [1, 0]),
    credit: fc.boolean(),
  }),
  fc.record({
    do: fc.constantFrom('capture' as const, 'release' as const, 'release' as const),
    order: fc.nat(2),
  }),
)

interface Purse {
  caller: SignedInCaller
  gift: number
  vouchers: number[]
}

async function openPurse(cents: { vouchers: readonly [number, number]; credit: number }): Promise<Purse> {
  const who: Account = await openAccount(shop.deps)
  const vouchers = []
  for (const valueCents of cents.vouchers)
    vouchers.push((await giveVoucher(shop.deps, who.userId, { valueCents })).id)
  if (cents.credit > 0) await giveCredit(shop.deps, who.userId, cents.credit / 100)
  const gift = (await giveGiftCard(shop.deps, who.userId)).id
  const caller = {
    kind: 'customer',
    userId: who.userId,
    sessionId: '',
    emailProven: true,
    roles: [],
  } as const
  return { caller: { ...caller, roles: [] }, gift, vouchers }
}

async function play(purse: Purse, done: Set<number>, one: Step): Promise<void> {
  const orderId = orderIds[one.order] ?? 0
  if (done.has(orderId)) return
  const now = shop.clock.now()
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (one.do === 'capture') {
      await captureTenders(tx, orderId, now)
      done.add(orderId)
    } else {
      await releaseTenders(tx, { orderId, now })
    }
    if (one.do !== 'reserve') return
    const input = {
      giftCards: one.gift ? [{ id: purse.gift, field: 'gift_cards' as const }] : [],
      voucherIds: one.vouchers.map((at) => purse.vouchers[at] ?? 0),
      useCredit: one.credit,
    }
    const price = await findAmountDue(tx, order, { input, payer: purse.caller }, { now, lock: true })
    if (price.ok) await reserveTenderPlan(tx, order, price, { payer: purse.caller, attemptId: null, now })
  })
}

/** The errors in all tables, after each step. */
async function findErrors({ caller, gift }: Purse): Promise<unknown[]> {
  const { rows } = await shop.deps.database.query(
    `with used as (select coalesce(sum(amount_cents), 0) as cents, voucher_id from order_tenders
       where state in ('reserved', 'captured') and voucher_id is not null group by voucher_id)
     select 'voucher' as what from vouchers v left join used u on u.voucher_id = v.id
       where v.user_id = $1 and (v.balance_cents < 0
         or v.balance_cents + coalesce(u.cents, 0) <> v.value_cents)
     union all select 'credit' from users p where p.id = $1 and
       (select coalesce(sum(amount_cents), 0) from credits where user_id = p.id) <>
       (select coalesce(sum(balance_cents), 0) from credit_balances where user_id = p.id) +
       (select coalesce(sum(amount_cents), 0) from order_tenders where user_id = p.id
         and state in ('reserved', 'captured'))
     union all select 'gift card' from gift_cards g where g.id = $2 and (g.state = 'available') = exists
       (select 1 from order_tenders t where t.gift_card_id = g.id and t.state in ('reserved', 'captured'))
     union all select 'order' from orders o where o.id = any($3) and
       o.total_cents <> (select sum(amount_cents) from order_lines where order_id = o.id)
     union all select 'tenders' from orders o where o.id = any($3) and
       (select coalesce(sum(amount_cents), 0) from order_tenders where order_id = o.id
         and kind <> 'credit' and state in ('reserved', 'captured')) <>
       -(select coalesce(sum(amount_cents), 0) from order_lines where order_id = o.id
         and kind in ('gift', 'voucher'))`,
    [caller.userId, gift, orderIds],
  )
  return rows.map(({ what }) => what)
}

async function clear(): Promise<void> {
  await db.transaction(async (tx) => {
    for (const orderId of orderIds) {
      await tx.execute(
        `update order_tenders set state = 'reserved' where order_id = ${String(orderId)}
          and state = 'captured'`,
      )
      await tx.execute(
        `update gift_cards set state = 'reserved' where order_id = ${String(orderId)} and state = 'redeemed'`,
      )
      await lockOrder(tx, orderId)
      await releaseTenders(tx, { orderId, now: shop.clock.now() })
    }
  })
}

test(
  'whatever is reserved, captured and given back in whatever order, no balance goes below ' +
    'nothing and all sums are right',
  async () => {
    const purses = fc.record({
      vouchers: fc.tuple(fc.integer({ min: 1, max: 40_000 }), fc.integer({ min: 1, max: 5_000 })),
      credit: fc.integer({ min: 0, max: 40_000 }),
    })
    await fc.assert(
      fc.asyncProperty(purses, fc.array(step, { minLength: 1, maxLength: 12 }), async (cents, steps) => {
        await clear()
        const purse = await openPurse(cents)
        const done = new Set<number>()
        for (const one of steps) {
          await play(purse, done, one)
          expect(await findErrors(purse)).toEqual([])
        }
      }),
      { numRuns: 30 },
    )
  },
  300_000,
)
