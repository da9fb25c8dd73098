import { rmSync } from 'node:fs'
import { type Database, openDatabase } from '#api/db/client.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { registerMails } from '#api/platform/register-mails.ts'
import { test as base, expect } from './browser.ts'
import { copyDemoData } from './prepare-shop.ts'
import { type RunningShop, startShop } from './start-shop.ts'

export { expect }

/**
 * The expected orders, charges and mails of a buyer, however often the buyer pressed, reloaded or
 * was refused.
 */
export interface ExpectedPurchases {
  email: string
  /** Completed orders, each with one mail. */
  paid: number
  /** Charges at the provider: one for each order unless the test says otherwise. */
  charges?: number
  /** Orders that another order replaced, or that were abandoned. */
  unpaid?: number
  /** Tickets that the demo shop mails to the buyer for orders of its own while it runs. */
  demoTickets?: number
}

/** Changes the demo data in a `DATA_DIR` before the shop starts. */
type Furnish = (dataDir: string) => Promise<void>

/**
 * `test` whose shop is audited after it has stopped: the orders, charges and mails of each buyer
 * are counted, and every integrity check must pass.
 */
export const test = base.extend<
  { owing: void },
  { shop: RunningShop; owed: ExpectedPurchases[]; furnish: Furnish; brokenBefore: readonly string[] }
>({
  /** Integrity checks that the demo data fails on purpose. */
  brokenBefore: [
    // Playwright requires a destructured first argument even when it is empty.
    async ({}, use) => {
      await use([])
    },
    { scope: 'worker' },
  ],
  furnish: [
    async ({}, use) => {
      await use(() => Promise.resolve())
    },
    { scope: 'worker' },
  ],
  owed: [
    // Playwright requires a destructured first argument even when it is empty.
    async ({}, use) => {
      await use([])
    },
    { scope: 'worker' },
  ],
  /**
   * A failed test may have stopped anywhere, so its buyers are not counted, but the integrity
   * checks run.
   */
  owing: [
    async ({ owed }, use, info) => {
      const before = owed.length
      await use()
      if (info.status !== info.expectedStatus) owed.splice(before)
    },
    { auto: true },
  ],
  shop: [
    async ({ owed, furnish, brokenBefore }, use) => {
      const dataDir = copyDemoData()
      await furnish(dataDir)
      const opened = new Date()
      const shop = await startShop({ dataDir })
      await use(shop)
      // Waits for the next minute's job, which sends the mails that a stopped shop left in the
      // queue.
      for (const { email, paid, demoTickets = 0 } of owed) {
        const tickets = paid + demoTickets
        await expect
          .poll(() => countTickets(shop, email), { timeout: 100_000 })
          .toBeGreaterThanOrEqual(tickets)
      }
      await shop.stop()
      const found = await audit(
        dataDir,
        owed.map(({ email }) => email),
        opened,
      )
      rmSync(dataDir, { recursive: true, force: true })
      const due = owed.map(({ email, paid, charges = paid, unpaid = 0 }) => ({
        email,
        paid,
        unpaid,
        charges,
        mails: paid,
      }))
      expect(found.buyers, 'orders, charges and mails of each buyer').toEqual(due)
      const broken = found.broken.filter(({ promise }) => !brokenBefore.includes(promise))
      expect(broken, 'rows that break a promise').toEqual([])
    },
    { scope: 'worker', timeout: 420_000 },
  ],
})

const countTickets = async (shop: RunningShop, email: string) =>
  (await shop.mails(email)).filter(({ subject }) => subject.includes('booked')).length

async function audit(dataDir: string, emails: readonly string[], opened: Date) {
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  const buyers = []
  for (const email of emails) buyers.push({ email, ...(await countOf(database, email, opened)) })
  registerMails()
  const checked = await runIntegrityChecks(database.db, new Date())
  await database.close()
  const broken = checked
    .filter(({ failing }) => failing > 0)
    .map(({ check, rows }) => ({ promise: check, rows }))
  return { buyers, broken }
}

/**
 * Counts a buyer's orders, charges and mails since the shop was opened, without those of the demo
 * data.
 */
async function countOf(database: Database, email: string, opened: Date) {
  const { rows } = await database.query(
    `with placed as (select id, status from orders where email = $1 and created_at > $2)
    select
      (select count(*)::int from placed where status in ('completed', 'partially_refunded')) as paid,
      (select count(*)::int from placed where status not in ('completed', 'partially_refunded')) as unpaid,
      (select count(*)::int from sandbox.objects charge
         join sandbox.objects intent on intent.id = charge.data->>'payment_intent'
         join placed on placed.id = (intent.data->'metadata'->>'order_id')::int
         where charge.type = 'charge' and charge.data->>'status' = 'succeeded') as charges,
      (select count(*)::int from sandbox.mails received
         join public.mails sent on sent.message_id = received.mail->>'messageId'
         join placed on placed.id = sent.order_id
         where received.recipient = $1 and received.mail->>'subject' like '%booked%') as mails`,
    [email, opened],
  )
  const [row] = rows
  if (!row) throw new Error('The count did not answer')
  return row
}
