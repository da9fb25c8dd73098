import pino from 'pino'
import { openDatabase } from '#api/db/client.ts'
import { type ApiDeps } from '#api/deps.ts'
import { integrityCheckTexts, integrityCheckNames } from '#api/bookkeeping/rules/integrity-check-list.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { openFileStore } from '#api/gateways/open-file-store.ts'
import { createSmtpMailer } from '#api/gateways/smtp-mailer.ts'
import { createStripeClient } from '#api/gateways/stripe-client.ts'
import { requestIntegrityRun } from '#api/bookkeeping/integrity-checks/request-integrity-run.ts'
import { readIntegrityRun } from '#api/bookkeeping/integrity-checks/read-integrity-checks.ts'
import { runRequestedIntegrityChecks } from '#api/bookkeeping/integrity-checks/work-integrity-runs.ts'
import { registerMails } from '#api/platform/register-mails.ts'
import { type IntegrityRun } from '#contract/promise.ts'
import { createSandbox } from '#sandbox/create-sandbox.ts'
import { newestSecret } from '#settings/key-ring.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings, type Settings } from '#settings/settings.ts'

/** The exit codes of the command. */
const ENDS = { kept: 0, broken: 1, unchecked: 2 } as const

/**
 * `npm run promises [-- --full]`: runs every integrity check on the database that the settings
 * name, prints the findings and exits with 0 when all pass, 1 when one fails, 2 when not everything
 * could be checked.
 */
async function run(full: boolean): Promise<number> {
  const settings = readSettings(process.env, ensureSecrets)
  const database = await openDatabase(settings)
  try {
    await database.migrate()
    const log = pino({ level: 'silent' })
    const stripe = await openStripe(settings, database)
    const deps: ApiDeps = {
      settings,
      database,
      clock: systemClock,
      stripe,
      mailer: createSmtpMailer(settings.smtpUrl ?? ''),
      files: openFileStore(settings),
      log,
    }
    registerMails()
    // Reuses a requested run that has not started.
    await requestIntegrityRun(deps, { kind: 'asked', full, actor: 'command' })
    const id = await runRequestedIntegrityChecks(deps)
    const ended = id === undefined ? undefined : await readIntegrityRun(database.db, id)
    if (!ended) throw new Error('The promises are being checked already: wait for that run to end.')
    print(ended)
    return endOf(ended)
  } finally {
    await database.close()
  }
}

/** The payment provider, or the sandbox on the same database. */
async function openStripe(settings: Settings, { query }: ApiDeps['database']): Promise<ApiDeps['stripe']> {
  if (settings.payments === 'stripe') return createStripeClient(settings.stripe.secretKey)
  const sandbox = createSandbox({
    query,
    now: () => systemClock.now(),
    newId: () => crypto.randomUUID().replaceAll('-', ''),
    publicUrl: settings.publicUrl,
    // The command creates nothing at the provider, so no event is sent.
    webhook: { secret: newestSecret(settings.secrets.webhook), deliver: () => Promise.resolve() },
  })
  await sandbox.setUp()
  return createStripeClient('sk_test_sandbox', sandbox.stripeFetch)
}

function print({ id, results }: IntegrityRun): void {
  const widest = Math.max(...integrityCheckNames.map((name) => integrityCheckTexts[name].statement.length))
  for (const { name, state, failing, rows } of results) {
    const statement =
      name in integrityCheckTexts
        ? integrityCheckTexts[name as keyof typeof integrityCheckTexts].statement
        : name
    console.log(`${state.padEnd(9)}  ${statement.padEnd(widest)}  ${String(failing).padStart(6)}`)
    for (const row of rows) {
      console.log(`           ${row.kind}: ${row.subject} ${row.id} ${JSON.stringify(row.facts)}`)
    }
    if (failing > rows.length) console.log(`           and ${String(failing - rows.length)} more`)
  }
  console.log(`Run ${String(id)}.`)
}

function endOf({ state, results }: IntegrityRun): number {
  if (results.some((one) => one.state === 'broken')) return ENDS.broken
  const all = state === 'done' && results.every((one) => one.state === 'kept')
  return all ? ENDS.kept : ENDS.unchecked
}

await run(process.argv.includes('--full')).then(
  (end) => {
    process.exitCode = end
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = ENDS.unchecked
  },
)
