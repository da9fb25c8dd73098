import { type Settings } from '#settings/settings.ts'
import { type Database } from '../db/client.ts'
import { getTextWay } from '../gateways/texter.ts'
import { readMigrationState } from '../db/migration-state.ts'
import { advice, type Finding, missing } from './finding.ts'
import { diagnoseKeys } from './key-rotation/diagnose-keys.ts'
import { diagnoseBackups } from './restore-trials/diagnose-backups.ts'

const DAY_MS = 86_400_000
const BACKUP_DAYS = 2
const findingIf = (applies: boolean, finding: Finding): Finding[] => (applies ? [finding] : [])

/** Finds what the settings lack for taking real money. */
export function diagnoseSettings(settings: Settings): Finding[] {
  const { payments, testMode, publicUrl, mode } = settings
  return [
    ...findingIf(
      payments === 'sandbox',
      missing(
        'payments',
        'Payments are the sandbox: no card is charged. Set STRIPE_SECRET_KEY, ' +
          'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
      ),
    ),
    ...findingIf(
      payments === 'stripe' && testMode,
      missing('payments', 'The Stripe keys are test keys: set the live ones.'),
    ),
    ...findingIf(
      !publicUrl.startsWith('https://'),
      missing('address', `PUBLIC_URL is ${publicUrl}: set the https:// address people come by.`),
    ),
    ...findingIf(
      mode === 'embedded',
      missing(
        'database',
        'The database is the embedded one: set DATABASE_URL to a PostgreSQL server with backups.',
      ),
    ),
    ...findingIf(!settings.smtpUrl, missing('mail', 'Mails stay in the sandbox mailbox: set SMTP_URL.')),
    ...diagnoseTexts(settings),
    ...findingIf(
      settings.isPublic && !settings.sandboxPassword && (payments === 'sandbox' || !settings.smtpUrl),
      advice(
        'sandbox',
        'Others can reach this shop, so the test mailbox is closed: set SANDBOX_PASSWORD to read it.',
      ),
    ),
    ...findingIf(
      settings.limitFactor !== 1,
      missing('limits', `LIMIT_FACTOR is ${String(settings.limitFactor)}: it is for load tests alone.`),
    ),
    ...findingIf(
      !settings.operatorEmail,
      advice('mail', 'OPERATOR_EMAIL is not set: nobody is told of a broken promise.'),
    ),
    ...findingIf(
      !settings.s3,
      advice(
        'photos',
        'Photos lie on this machine’s disk: with several processes, or without backups of the ' +
          'disk, set BUCKET_URL.',
      ),
    ),
    ...findingIf(
      !settings.sentryDsn,
      advice('errors', 'SENTRY_DSN is not set: errors stand in the log alone.'),
    ),
    ...findingIf(
      settings.metricsToken === undefined,
      advice(
        'alerts',
        'METRICS_TOKEN is not set: nobody is told when mails or payments stick. See docs/runbook.md.',
      ),
    ),
    ...findingIf(
      !settings.trustProxy,
      advice(
        'address',
        'TRUST_PROXY is not set: right without a proxy in front; behind one every visitor ' +
          'counts as the proxy.',
      ),
    ),
  ]
}

function diagnoseTexts(settings: Settings): Finding[] {
  const { account } = settings.texts
  const none =
    getTextWay(settings) === 'test phone'
      ? 'Texts to phones stay in the sandbox: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_SENDERS.'
      : 'No texts to phones are sent: set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_SENDERS.'
  return [
    ...findingIf(!account, advice('texts', none)),
    ...findingIf(
      account !== undefined && account.apiKey === undefined,
      advice(
        'texts',
        'Texts are sent with the account’s token: set TWILIO_API_KEY and TWILIO_API_SECRET, which can be ' +
          'revoked alone.',
      ),
    ),
    ...findingIf(
      settings.texts.quietHours === undefined,
      advice('texts', 'QUIET_HOURS is none: people are texted at night.'),
    ),
  ]
}

/** What the texts lack for the brands that there are. */
function diagnoseSenders({ texts: { account } }: Settings, slugs: readonly string[]): Finding[] {
  if (!account) return []
  const without = slugs.filter((slug) => !account.senders.has(slug))
  const unknown = [...account.senders.keys()].filter((slug) => !slugs.includes(slug))
  return [
    ...findingIf(
      without.length > 0,
      advice('texts', `Brands without a sender in TWILIO_SENDERS send no texts: ${without.join(', ')}.`),
    ),
    ...findingIf(
      unknown.length > 0,
      missing('texts', `TWILIO_SENDERS names brands that there are not: ${unknown.join(', ')}.`),
    ),
  ]
}

/** Checks the age of the newest backup, if its file was named. */
export function diagnoseBackup(madeAt: Date | 'missing' | undefined, now: Date): Finding[] {
  if (madeAt === undefined)
    return [advice('backups', 'Backups were not looked at: name the newest with --backup FILE.')]
  if (madeAt === 'missing') return [missing('backups', 'The backup that was named is not there.')]
  const days = Math.floor((now.getTime() - madeAt.getTime()) / DAY_MS)
  return findingIf(days >= BACKUP_DAYS, missing('backups', `The newest backup is ${String(days)} days old.`))
}

/** Finds what the data lacks. If the schema is not up to date, nothing else is checked. */
export async function diagnoseData(
  database: Pick<Database, 'query' | 'db'>,
  now: Date,
  settings: Settings,
): Promise<Finding[]> {
  const { pending, refusal } = await readMigrationState(database.query)
  if (refusal !== undefined) return [missing('database', refusal)]
  if (pending > 0)
    return [missing('database', `${String(pending)} migrations are still to be run: npm run db:migrate.`)]
  const { rows } = await database.query(FACTS, [new Date(now.getTime() - DAY_MS), now])
  const facts = rows[0] ?? {}
  const count = (name: string) => Number(facts[name] ?? 0)
  const unsure = count('without_factor')
  return [
    ...findingIf(
      count('demo') > 0,
      missing(
        'demo',
        `${String(count('demo'))} accounts of the demo shop are here, with a password ` +
          'everybody knows: begin with an empty database.',
      ),
    ),
    ...findingIf(count('brands') === 0, missing('catalogue', 'There is no brand yet.')),
    ...findingIf(count('products') === 0, missing('catalogue', 'No product is published.')),
    ...findingIf(
      count('prices') > 0,
      missing('catalogue', `${String(count('prices'))} published products have neither fares nor a price.`),
    ),
    ...findingIf(
      count('legal') > 0,
      missing(
        'catalogue',
        `${String(count('legal'))} brands have no legal name and address: receipts need them.`,
      ),
    ),
    ...findingIf(
      count('hosts') > 0,
      advice('address', `${String(count('hosts'))} brands beyond the first have no host of their own.`),
    ),
    ...findingIf(count('admins') === 0, missing('staff', 'Nobody is an admin: nobody can give roles.')),
    ...findingIf(
      count('admins') === 1,
      advice('staff', 'There is one admin alone: who resets their app when the phone is lost?'),
    ),
    ...findingIf(
      unsure > 0,
      missing(
        'staff',
        `${String(unsure)} people with a role have no second factor yet: have their app set up ` +
          'before they begin.',
      ),
    ),
    ...findingIf(
      count('failed_mails') > 0,
      missing('mail', `${String(count('failed_mails'))} mails were given up within a day: see /staff/mails.`),
    ),
    ...diagnoseSenders(settings, (facts['slugs'] ?? []) as string[]),
    ...findingIf(
      count('failed_texts') > 0,
      advice(
        'texts',
        `${String(count('failed_texts'))} texts did not arrive within a day: see /staff/texts.`,
      ),
    ),
    ...findingIf(
      count('bounced_mails') > 0,
      advice(
        'mail',
        `${String(count('bounced_mails'))} mails with something owed came back and wait at the ` +
          'desk: see /staff.',
      ),
    ),
    ...findingIf(
      count('late_events') > 0,
      missing('payments', `${String(count('late_events'))} events of the provider wait to be worked off.`),
    ),
    ...findingIf(
      count('broken') > 0,
      missing('promises', `${String(count('broken'))} promises are broken: npm run promises.`),
    ),
    ...findingIf(
      count('runs') === 0,
      advice('promises', 'The promises were never checked here: npm run promises.'),
    ),
    ...(await diagnoseKeys(database, settings)),
    ...(await diagnoseBackups(database, settings, now)),
  ]
}

const FACTS = `select
  (select count(*) from users where email in ('customer@example.com', 'staff@example.com',
    'admin@example.com', 'pilot@example.com', 'agent@example.com')) as demo,
  (select count(*) from brands) as brands,
  (select array_agg(slug order by id) from brands) as slugs,
  (select count(*) from products where publish_status = 'published') as products,
  (select count(*) from products p where publish_status = 'published' and seat_price_cents is null
    and flight_price_cents is null
     and not exists (select from fares f where f.product_id = p.id)) as prices,
  (select count(*) from brands where legal_name = '' or legal_address = '') as legal,
  (select count(*) from brands b where id > (select min(id) from brands) and not exists (select
    from brand_hosts h where h.brand_id = b.id)) as hosts,
  (select count(*) from user_roles r join users u on u.id = r.user_id where r.role_id = 1
    and u.erased_at is null) as admins,
  (select count(distinct r.user_id) from user_roles r
     where not exists (select from second_factors f where f.user_id = r.user_id
       and f.confirmed_at is not null)) as without_factor,
  (select count(*) from mails where state = 'failed' and created_at >= $1) as failed_mails,
  (select count(*) from texts where state in ('failed', 'undelivered') and created_at >= $1) as failed_texts,
  (select count(*) from staff_tasks where kind = 'mail_bounced' and state = 'open') as bounced_mails,
  (select count(*) from webhook_inbox where handled_at is null
    and received_at < $2::timestamptz - interval '15 minutes') as late_events,
  (select count(*) from promise_runs where state = 'done') as runs,
  (select count(*) from promise_results where state = 'broken'
     and run_id = (select max(id) from promise_runs where state = 'done')) as broken`
