import { type Settings } from '#settings/settings.ts'
import { type Database } from '../db/client.ts'
import { readMigrationState } from '../db/migration-state.ts'

/**
 * `missing`: do not take money before it is there. `advice`: works without, and had better not for
 * long.
 */
export interface Finding {
  level: 'missing' | 'advice'
  /** What it is about: `payments`, `mail`, `staff` … */
  about: string
  /** What is so, and what to do. */
  message: string
}

const DAY_MS = 86_400_000
const BACKUP_DAYS = 2
const missing = (about: string, says: string): Finding => ({ level: 'missing', about, message: says })
const advice = (about: string, says: string): Finding => ({ level: 'advice', about, message: says })
const when = (so: boolean, finding: Finding): Finding[] => (so ? [finding] : [])

/** What the settings lack for taking real money. */
export function diagnoseSettings(settings: Settings): Finding[] {
  const { payments, testMode, publicUrl, mode } = settings
  return [
    ...when(
      payments === 'sandbox',
      missing(
        'payments',
        'Payments are the sandbox: no card is charged. Set STRIPE_SECRET_KEY, ' +
          'STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
      ),
    ),
    ...when(
      payments === 'stripe' && testMode,
      missing('payments', 'The Stripe keys are test keys: set the live ones.'),
    ),
    ...when(
      !publicUrl.startsWith('https://'),
      missing('address', `PUBLIC_URL is ${publicUrl}: set the https:// address people come by.`),
    ),
    ...when(
      mode === 'embedded',
      missing(
        'database',
        'The database is the embedded one: set DATABASE_URL to a PostgreSQL server with backups.',
      ),
    ),
    ...when(!settings.smtpUrl, missing('mail', 'Mails stay in the sandbox mailbox: set SMTP_URL.')),
    ...when(
      settings.isPublic && !settings.sandboxPassword && (payments === 'sandbox' || !settings.smtpUrl),
      advice(
        'sandbox',
        'Others can reach this shop, so the test mailbox is closed: set SANDBOX_PASSWORD to read it.',
      ),
    ),
    ...when(
      settings.limitFactor !== 1,
      missing('limits', `LIMIT_FACTOR is ${String(settings.limitFactor)}: it is for load tests alone.`),
    ),
    ...when(
      !settings.operatorEmail,
      advice('mail', 'OPERATOR_EMAIL is not set: nobody is told of a broken promise.'),
    ),
    ...when(
      !settings.s3,
      advice(
        'photos',
        'Photos lie on this machine’s disk: with several processes, or without backups of the ' +
          'disk, set BUCKET_URL.',
      ),
    ),
    ...when(!settings.sentryDsn, advice('errors', 'SENTRY_DSN is not set: errors stand in the log alone.')),
    ...when(
      !settings.trustProxy,
      advice(
        'address',
        'TRUST_PROXY is not set: right without a proxy in front; behind one every visitor ' +
          'counts as the proxy.',
      ),
    ),
  ]
}

/** How old the newest backup is; without one that was named nobody knows. */
export function diagnoseBackup(madeAt: Date | 'missing' | undefined, now: Date): Finding[] {
  if (madeAt === undefined)
    return [advice('backups', 'Backups were not looked at: name the newest with --backup FILE.')]
  if (madeAt === 'missing') return [missing('backups', 'The backup that was named is not there.')]
  const days = Math.floor((now.getTime() - madeAt.getTime()) / DAY_MS)
  return when(days >= BACKUP_DAYS, missing('backups', `The newest backup is ${String(days)} days old.`))
}

/** What the data lacks. On a schema that is not up to date nothing else is looked at. */
export async function diagnoseData(database: Pick<Database, 'query'>, now: Date): Promise<Finding[]> {
  const { pending, refusal } = await readMigrationState(database.query)
  if (refusal !== undefined) return [missing('database', refusal)]
  if (pending > 0)
    return [missing('database', `${String(pending)} migrations are still to be run: npm run db:migrate.`)]
  const { rows } = await database.query(FACTS, [new Date(now.getTime() - DAY_MS), now])
  const facts = rows[0] ?? {}
  const count = (name: string) => Number(facts[name] ?? 0)
  const unsure = count('without_factor')
  return [
    ...when(
      count('demo') > 0,
      missing(
        'demo',
        `${String(count('demo'))} accounts of the demo shop are here, with a password ` +
          'everybody knows: begin with an empty database.',
      ),
    ),
    ...when(count('brands') === 0, missing('catalogue', 'There is no brand yet.')),
    ...when(count('products') === 0, missing('catalogue', 'No product is published.')),
    ...when(
      count('prices') > 0,
      missing('catalogue', `${String(count('prices'))} published products have neither fares nor a price.`),
    ),
    ...when(
      count('legal') > 0,
      missing(
        'catalogue',
        `${String(count('legal'))} brands have no legal name and address: receipts need them.`,
      ),
    ),
    ...when(
      count('hosts') > 0,
      advice('address', `${String(count('hosts'))} brands beyond the first have no host of their own.`),
    ),
    ...when(count('admins') === 0, missing('staff', 'Nobody is an admin: nobody can give roles.')),
    ...when(
      count('admins') === 1,
      advice('staff', 'There is one admin alone: who resets their app when the phone is lost?'),
    ),
    ...when(
      unsure > 0,
      missing(
        'staff',
        `${String(unsure)} people with a role have no second factor yet: have their app set up ` +
          'before they begin.',
      ),
    ),
    ...when(
      count('failed_mails') > 0,
      missing('mail', `${String(count('failed_mails'))} mails were given up within a day: see /staff/mails.`),
    ),
    ...when(
      count('bounced_mails') > 0,
      advice(
        'mail',
        `${String(count('bounced_mails'))} mails with something owed came back and wait at the ` +
          'desk: see /staff.',
      ),
    ),
    ...when(
      count('late_events') > 0,
      missing('payments', `${String(count('late_events'))} events of the provider wait to be worked off.`),
    ),
    ...when(
      count('broken') > 0,
      missing('promises', `${String(count('broken'))} promises are broken: npm run promises.`),
    ),
    ...when(
      count('runs') === 0,
      advice('promises', 'The promises were never checked here: npm run promises.'),
    ),
  ]
}

const FACTS = `select
  (select count(*) from users where email in ('customer@example.com', 'staff@example.com',
    'admin@example.com', 'pilot@example.com')) as demo,
  (select count(*) from brands) as brands,
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
  (select count(*) from staff_tasks where kind = 'mail_bounced' and state = 'open') as bounced_mails,
  (select count(*) from webhook_inbox where handled_at is null
    and received_at < $2::timestamptz - interval '15 minutes') as late_events,
  (select count(*) from promise_runs where state = 'done') as runs,
  (select count(*) from promise_results where state = 'broken'
     and run_id = (select max(id) from promise_runs where state = 'done')) as broken`
