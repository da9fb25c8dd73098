import { afterAll, beforeAll, expect, it, test } from 'vitest'
import { countQueries } from '#tests/support/count-queries.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { reconcileProvider } from './reconcile-provider.ts'

let shop: PayingShop
let order: Awaited<ReturnType<typeof pay>>
beforeAll(async () => {
  shop = await openPayingShop()
  order = await pay('ada@example.com')
  await pay('grace@example.com')
  const { stripe } = shop.deps
  await stripe.refunds.create({ payment_intent: order.intent, amount: 5000 })
  await shop.deliverEvents()
  shop.clock.advance(30)
  await reconcileProvider(shop.deps, { full: false })
}, 120_000)
afterAll(() => shop.close())

async function pay(email: string) {
  const token = await shop.guest(email)
  const { id } = await shop.order(token, 2).then(async (placed) => {
    await shop.pay(token, placed, { stripe_source: 'pm_card_visa' })
    return placed
  })
  const { rows } = await shop.deps.database.query(
    'select id, payment_intent from payments where order_id = $1',
    [id],
  )
  return { orderId: id, paymentId: Number(rows[0]?.['id']), intent: String(rows[0]?.['payment_intent']) }
}

/** The open differences after another pass a little later. */
async function differences(full = false) {
  shop.clock.advance(1)
  expect(await reconcileProvider(shop.deps, { full })).toEqual({ complete: true })
  const { rows } = await shop.deps.database.query(
    'select kind, reference, payment_id, here, there, cents from provider_differences where ' +
      'resolved_at is null order by id',
  )
  return rows
}

/** Changes our rows, runs the callback and restores them. */
async function withDamage<T>(damage: string, repair: string, look: () => Promise<T>): Promise<T> {
  await shop.deps.database.query(damage)
  try {
    return await look()
  } finally {
    await shop.deps.database.query(repair)
  }
}

it('finds no difference when all payments and refunds are known', async () => {
  expect(await differences()).toEqual([])
  expect(await differences(true)).toEqual([])
})

it('ignores payments younger than a quarter of an hour', async () => {
  const token = await shop.guest('young@example.com')
  const placed = await shop.order(token, 1)
  await shop.payPage(await shop.hosted(token, placed))
  expect(await differences()).toEqual([])
  shop.clock.advance(20)
  const [found, ...more] = await differences()
  expect(found).toMatchObject({ kind: 'state', here: 'open', there: 'succeeded', cents: placed.total * 100 })
  expect(more).toEqual([])
  await shop.read(token, placed)
  expect(await differences()).toEqual([])
})

test('finds an unknown charge until it is refunded', async () => {
  const { stripe } = shop.deps
  const charge = {
    amount: 4200,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://shop.test/',
  }
  const { id } = await stripe.paymentIntents.create({ ...charge, allowed_payment_method_types: ['card'] })
  shop.clock.advance(20)
  expect(await differences()).toEqual([
    { kind: 'missing_here', reference: id, payment_id: null, here: null, there: '4200', cents: 4200 },
  ])
  await stripe.refunds.create({ payment_intent: id })
  expect(await differences()).toEqual([])
})

test('compares a membership’s charge with its invoice', async () => {
  const { stripe, database } = shop.deps
  const charge = {
    amount: 4900,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    return_url: 'http://shop.test/',
  }
  const { id } = await stripe.paymentIntents.create({ ...charge, allowed_payment_method_types: ['card'] })
  await database.query(
    'insert into subscriptions (plan_id, user_id, brand_id, email, status, reference, ' +
      "created_at) values (1, 1, 1, 'member@example.com', 'active', 'sub_1', now())",
  )
  await database.query(
    'insert into subscription_invoices (reference, subscription_id, amount_cents, status, ' +
      "payment_intent, created_at) select 'in_1', max(id), 4900, 'paid', $1, now() from " +
      'subscriptions',
    [id],
  )
  shop.clock.advance(20)
  expect(await differences()).toEqual([])
  const found = await withDamage(
    'update subscription_invoices set amount_cents = 4800',
    'update subscription_invoices set amount_cents = 4900',
    differences,
  )
  expect(found).toMatchObject([{ kind: 'amount', reference: id, cents: 100 }])
  expect(await differences()).toEqual([])
})

test('finds a second charge for a paid attempt', async () => {
  const { stripe } = shop.deps
  const metadata = { order_id: String(order.orderId), attempt: '1', brand_id: '1' }
  const charge = {
    amount: 1000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    metadata,
    return_url: 'http://shop.test/',
  }
  const { id } = await stripe.paymentIntents.create({ ...charge, allowed_payment_method_types: ['card'] })
  shop.clock.advance(20)
  expect(await differences()).toMatchObject([{ kind: 'duplicated', reference: id, cents: 1000 }])
  await stripe.refunds.create({ payment_intent: id })
  expect(await differences()).toEqual([])
})

test.each([
  ['amount', 'amount_cents = amount_cents + 100', 'amount_cents = amount_cents - 100', 100],
  ['currency', "currency = 'eur'", "currency = 'usd'", 50_400],
])('finds a payment whose %s differs at the provider', async (kind, damage, repair, cents) => {
  const where = `where id = ${String(order.paymentId)}`
  const found = await withDamage(
    `update payments set ${damage} ${where}`,
    `update payments set ${repair} ${where}`,
    differences,
  )
  expect(found).toMatchObject([{ kind, reference: order.intent, payment_id: order.paymentId, cents }])
  expect(await differences()).toEqual([])
})

test('finds a payment and a refund that the provider does not have', async () => {
  const of = (table: string, column: string, from: string, to: string) =>
    `update ${table} set ${column} = replace(${column}, '${from}', '${to}')
      where order_id = ${String(order.orderId)}`
  const paid = await withDamage(
    of('payments', 'payment_intent', 'pi_', 'pi_x'),
    of('payments', 'payment_intent', 'pi_x', 'pi_'),
    differences,
  )
  expect(paid.map(({ kind }) => kind).sort()).toEqual(['duplicated', 'missing_there'])
  const given = await withDamage(
    of('refunds', 'reference', 're_', 're_x'),
    of('refunds', 'reference', 're_x', 're_'),
    () => differences(true),
  )
  expect(given.map(({ kind }) => kind).sort()).toEqual(['missing_here', 'missing_there'])
  expect(await differences()).toEqual([])
})

test('finds a refund with another amount, state or total', async () => {
  const where = `where payment_id = ${String(order.paymentId)}`
  const less = await withDamage(
    `update refunds set amount_cents = 4900 ${where}`,
    `update refunds set amount_cents = 5000 ${where}`,
    differences,
  )
  expect(less.map(({ kind, cents }) => [kind, cents])).toEqual([
    ['refunded', 100],
    ['amount', 100],
  ])
  const stuck = await withDamage(
    `update refunds set state = 'pending' ${where}`,
    `update refunds set state = 'succeeded' ${where}`,
    differences,
  )
  expect(stuck).toMatchObject([{ kind: 'state', here: 'pending', there: 'succeeded' }])
  expect(await differences()).toEqual([])
})

it('resumes where it stopped, reads page by page and calls nothing inside a transaction', async () => {
  const { database } = shop.deps
  shop.clock.advance(1)
  shop.sandbox.control.failNext('before', 'GET /v1/refunds')
  await expect(reconcileProvider(shop.deps, { full: true })).rejects.toThrow()
  const { rows } = await database.query('select step from reconciliations where finished_at is null')
  expect(rows).toEqual([{ step: 'refunds' }])
  const before = shop.sandbox.control.requests().length
  await reconcileProvider(shop.deps, { full: true })
  const requests = shop.sandbox.control.requests().slice(before)
  expect(requests.map(({ path }) => path)).toEqual(['/v1/refunds'])
})

it('runs the same number of queries for many charges as for few', async () => {
  const { database } = shop.deps
  shop.clock.advance(1)
  const few = await countQueries(database, () => reconcileProvider(shop.deps, { full: true }))
  await pay('ida@example.com')
  await pay('ines@example.com')
  shop.clock.advance(20)
  const many = await countQueries(database, () => reconcileProvider(shop.deps, { full: true }))
  const ours = (texts: string[]) => texts.filter((text) => !text.includes('sandbox.')).length
  expect(ours(many)).toBe(ours(few))
})

it('does not change payments, refunds or the ledger', async () => {
  const money = async () =>
    (
      await shop.deps.database.query(
        "select (select md5(string_agg(p::text, '|' order by id)) from payments p) as " +
          "payments, (select md5(string_agg(r::text, '|' order by id)) from refunds r) as " +
          'refunds, (select count(*) from ledger_entries) as entries',
      )
    ).rows
  const before = await money()
  await differences(true)
  expect(await money()).toEqual(before)
})
