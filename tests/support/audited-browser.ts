import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { test as base, expect } from './browser.ts'
import { copyDemoData } from './prepare-shop.ts'
import { type RunningShop, startShop } from './start-shop.ts'

export { expect }

/** What a buyer must have at the end, however often they pressed, reloaded or were refused. */
export interface Owed {
  email: string
  /** Paid orders, each with one charge at the provider and one mail. */
  paid: number
  /** Orders that gave way to another one, or were left. */
  unpaid?: number
}

/** `test` whose shop is held to account once it has stopped: orders, charges and mails of each buyer are counted. */
export const test = base.extend<object, { shop: RunningShop; owed: Owed[] }>({
  owed: [
    // Playwright wants the first argument destructured even when nothing is taken from it.
    async ({}, use) => {
      await use([])
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ owed }, use) => {
      const dataDir = copyDemoData()
      const shop = await startShop({ dataDir })
      await use(shop)
      // A mail that a stopped shop left behind leaves with the next minute's round; a stop must not lose it.
      for (const { email, paid } of owed) {
        await expect.poll(() => countTickets(shop, email), { timeout: 100_000 }).toBeGreaterThanOrEqual(paid)
      }
      await shop.stop()
      const found = await audit(
        dataDir,
        owed.map(({ email }) => email),
      )
      rmSync(dataDir, { recursive: true, force: true })
      expect(found, 'orders, charges and mails of each buyer').toEqual(
        owed.map(({ email, paid, unpaid = 0 }) => ({ email, paid, unpaid, charges: paid, mails: paid })),
      )
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

const countTickets = async (shop: RunningShop, email: string) =>
  (await shop.mails(email)).filter(({ subject }) => subject.includes('booked')).length

async function audit(dataDir: string, emails: readonly string[]) {
  const database = await PGlite.create(join(dataDir, 'database'))
  const found = []
  for (const email of emails) found.push({ email, ...(await countOf(database, email)) })
  await database.close()
  return found
}

async function countOf(database: PGlite, email: string) {
  const { rows } = await database.query<Record<'paid' | 'unpaid' | 'charges' | 'mails', number>>(
    `select
      (select count(*)::int from orders where email = $1 and status = 'completed') as paid,
      (select count(*)::int from orders where email = $1 and status <> 'completed') as unpaid,
      (select count(*)::int from sandbox.objects charge
         join sandbox.objects intent on intent.id = charge.data->>'payment_intent'
         join orders on orders.id = (intent.data->'metadata'->>'order_id')::int
         where charge.type = 'charge' and charge.data->>'status' = 'succeeded' and orders.email = $1) as charges,
      (select count(*)::int from sandbox.mails
         where recipient = $1 and mail->>'subject' like '%booked%') as mails`,
    [email],
  )
  const [row] = rows
  if (!row) throw new Error('The count did not answer')
  return row
}
