import AxeBuilder from '@axe-core/playwright'
import { openDatabase } from '#api/db/client.ts'
import { integrityResults, integrityRuns } from '#api/db/schema/integrity-checks.ts'
import { integrityCheckNames } from '#api/bookkeeping/rules/integrity-check-list.ts'
import { runIntegrityChecks } from '#api/bookkeeping/integrity-checks/run-integrity-checks.ts'
import { registerMails } from '#api/platform/register-mails.ts'
import { expect, test as base } from '../support/audited-browser.ts'

registerMails()

const COUNTED_AT = new Date('2026-11-20T08:20:00Z')

/** Saves a run that found an unsent mail and could not reach the provider. */
async function countWithLostMail(dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  const { db } = database
  await database.query(
    `insert into mails
      (event_key, kind, brand_id, "to", state, tries, message_id, created_at, next_try_at)
      values ('lost', 'set_password', 1, 'lost@example.com', 'failed', 12, 'lost', $1::timestamptz -
        interval '1 hour', $1)`,
    [COUNTED_AT],
  )
  const run = {
    kind: 'nightly',
    state: 'done',
    actor: 'clock',
    startedAt: COUNTED_AT,
    finishedAt: COUNTED_AT,
  } as const
  // The run is recent, so the nightly run does not become due while the page is open.
  const [written] = await db
    .insert(integrityRuns)
    .values({ ...run, createdAt: new Date() })
    .returning()
  const checked = await runIntegrityChecks(db, COUNTED_AT)
  await db.insert(integrityResults).values(
    checked.map(({ check, failing, cents, rows }) => {
      const found = failing === 0 ? ('kept' as const) : ('broken' as const)
      const state = check === 'provider_payments' ? ('unchecked' as const) : found
      return { runId: written?.id ?? 0, promise: check, failing, cents, rows, state, checkedAt: COUNTED_AT }
    }),
  )
  await database.close()
}

const test = base.extend({
  // Playwright requires a destructured first argument even when it is empty.
  furnish: [async ({}, use) => use(countWithLostMail), { scope: 'worker' }],
  brokenBefore: [async ({}, use) => use(['mails_unsent']), { scope: 'worker' }],
})

test('everybody reads last night’s integrity checks: passed, failed and unknown ones', async ({ page }) => {
  await page.goto('/product')
  await page
    .getByRole('navigation', { name: 'Footer' })
    .getByRole('link', { name: /promises/i })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /promises/i })).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText(
    `One of ${String(integrityCheckNames.length)} promises is not kept. We are on it.`,
  )
  await expect(main.locator('time').first()).toHaveText('Friday 20 November 2026, 3:20 am EST')
  const row = (statement: string) =>
    main.getByRole('listitem').filter({ has: page.getByRole('heading', { name: statement }) })
  await expect(row('Flights over capacity')).toContainText(/^0/)
  await expect(row('Ledger out of balance')).toContainText('$0.00')
  await expect(row('Mails unsent over 10 minutes')).toContainText(/^1.*Not kept.*What we are doing/)
  await expect(row('Card payments that match nothing')).toContainText('Not checked since Friday 20 November')
  expect(await page.content()).not.toContain('lost@example.com')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)).toEqual([])
})
