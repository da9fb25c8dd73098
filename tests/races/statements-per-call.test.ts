import { expect, it } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { CALL_BUDGETS } from '../../bench/budgets.ts'
import { startCountingProxy } from '../../bench/counting-proxy.ts'
import { openPayingShop } from '../support/paying-shop.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { typeCard } from '../support/type-card.ts'

const LOCKS = /for (?:no key )?update|for share|pg_advisory_xact_lock/i
const lockedBy = (text: string) =>
  text.includes('pg_advisory') ? 'person and network' : (/from "(\w+)"/.exec(text)?.[1] ?? text)

it('each call of a purchase takes few statements, and an order its locks in their order', async () => {
  const proxy = await startCountingProxy(await sharedPostgres().createDemoDatabase())
  const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
  const shop = await openPayingShop(database)
  const { counts } = proxy
  const locks: string[] = []
  const over: string[] = []
  const count = async <T>(name: keyof typeof CALL_BUDGETS, call: () => Promise<T>): Promise<T> => {
    counts.statements.length = 0
    counts.roundTrips = 0
    const answer = await call()
    const sent = counts.statements.filter((text) => !text.includes('sandbox'))
    const { statements, roundTrips }: { statements: number; roundTrips?: number } = CALL_BUDGETS[name]
    if (sent.length > statements) over.push(`${name}: ${String(sent.length)} statements`)
    if (counts.roundTrips > (roundTrips ?? Infinity)) over.push(`${name}: ${String(counts.roundTrips)} waits`)
    if (name === 'orders') locks.push(...sent.filter((text) => LOCKS.test(text)))
    return answer
  }
  // Two rounds fill what the process and its connections keep.
  for (let round = 1; round <= 3; round++) {
    for (const notes of [over, locks]) notes.length = 0
    const flight = await shop.nextFlight()
    const token = await count('customers', () => shop.guest(`buyer${String(round)}@example.com`))
    const order = await count('orders', () => shop.order(token, 1, flight))
    const source = await typeCard(shop.sandbox, '4242424242424242')
    const paid = await count('payments', () => shop.pay(token, order, { stripe_source: source }))
    expect(paid.status).toBe(201)
    expect(await count('read', () => shop.read(token, order))).toMatchObject({ status: 'completed' })
  }
  expect(over).toEqual([])
  // What need not wait for the disk is never part of a transaction.
  const asynchronous = (texts: readonly string[]) => texts.some((text) => text.includes('synchronous_commit'))
  const transactions = counts.transactions.filter(asynchronous)
  expect(transactions.length).toBeGreaterThan(0)
  expect(transactions.filter(({ length }) => length > 1)).toEqual([])
  // They are sent without waiting: their order on the wire keeps orders from waiting in a circle.
  expect(locks.map(lockedBy)).toEqual(['sessions', 'person and network', 'orders', 'slots', 'aircraft'])
  await shop.close()
  proxy.stop()
})
