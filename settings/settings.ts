import { z } from 'zod'
import { hasDistinctKeys, type KeyRing, makeKeyRing, secretsOf, splitSecrets } from './key-ring.ts'

const Url = z.url({ error: 'must be a URL' })
const Switch = z
  .enum(['true', 'false'], { error: "must be 'true' or 'false'" })
  .transform((value) => value === 'true')
/** A number; what is wrong with it is said with the limit that it breaks. */
const Figure = () =>
  z.coerce.number({
    error: (issue: z.core.$ZodRawIssue) => {
      if (issue.code === 'too_small')
        return `must be ${issue.inclusive ? 'at least' : 'more than'} ${String(issue.minimum)}`
      if (issue.code === 'too_big') return `must be at most ${String(issue.maximum)}`
      return issue.expected === 'int' ? 'must be a whole number' : 'must be a number'
    },
  })

/** `newest,former`: several values of one secret, each of the same form. */
const ringOf = (isValue: (value: string) => boolean, message: string) =>
  z
    .string()
    .transform(splitSecrets)
    .refine((values) => values.every(isValue), {
      error: ({ input }) =>
        Array.isArray(input) && input.length > 1
          ? `${message}, each of those between commas; a comma inside one is written \\,`
          : message,
    })
    .transform(makeKeyRing)
    .refine(hasDistinctKeys, 'names one secret twice')

const SecretRing = ringOf((value) => value.length >= 32, 'must be at least 32 characters')
const isOrigin = (text: string) =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).href === `${new URL(text).origin}/`

const Origins = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine((urls) => urls.every(isOrigin), 'must be origins like https://shop.example.com, between commas')
  .default([])

const Names = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim()))
  .refine(
    (names) => names.every((one) => /^[\w.-]+\*?$/.test(one)),
    'must be names like click_id or shop_*, between commas',
  )
  .default([])

/** `loft-and-rotor=+12015550142, tidewater-heli=MG…`: the sender of each brand, by its slug. */
const Senders = z
  .string()
  .transform((text) => text.split(',').map((one) => one.trim().split('=')))
  .refine(
    (pairs) =>
      pairs.every(
        ([slug = '', sender = '', ...more]) =>
          more.length === 0 && /^[\w-]+$/.test(slug) && /^(?:\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/.test(sender),
      ),
    'must be like loft-and-rotor=+12015550142, between commas',
  )
  .transform((pairs) => new Map(pairs.map(([slug = '', sender = '']) => [slug, sender])))

const toContact = (text: string) => (/^[^:@\s]+@[^:@\s]+$/.test(text) ? `mailto:${text}` : text)
/** E-mail addresses, telephone numbers (`tel:`) and pages, as RFC 9116 writes them. */
const Contacts = z
  .string()
  .transform((text) => text.split(',').map((one) => toContact(one.trim())))
  .refine(
    (all) => all.every((one) => /^(?:mailto:[^@\s]+@[^@\s]+|tel:\+[\d-]+|https:\/\/\S+)$/.test(one)),
    'must be e-mail addresses, tel: numbers or https:// pages, between commas',
  )
  .default([])

const isEncoded = (text: string) => {
  try {
    return decodeURIComponent(text) !== ''
  } catch {
    return false
  }
}

/** `authorization=Bearer%20…,x-team=shop`: headers as OpenTelemetry writes them. */
const HeaderList = z
  .string()
  .transform((text) =>
    text.split(',').map((one) => {
      const [name = '', ...value] = one.trim().split('=')
      return [name, value.join('=')] as const
    }),
  )
  .refine(
    (pairs) => pairs.every(([name, value]) => /^[\w-]+$/.test(name) && isEncoded(value)),
    'must be like authorization=Bearer%20token, between commas',
  )
  .transform((pairs) => Object.fromEntries(pairs.map(([name, value]) => [name, decodeURIComponent(value)])))
  .default({})

const QUIET_HOURS = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/
/** `21:00-08:00`, or `none`. */
const QuietHours = z
  .string()
  .refine((text) => text === 'none' || QUIET_HOURS.test(text), "must be like 21:00-08:00, or 'none'")
  .default('21:00-08:00')
  .transform((text) => {
    const [from = '', until = ''] = text.split('-')
    return text === 'none' ? undefined : { from, until }
  })

const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: Figure().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: Url.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  DATABASE_POOLED: Switch.default(false),
  BUSY_REQUESTS: Figure().int().min(1).default(100),
  BUSY_DELAY_MS: Figure().min(20).default(1000),
  WORKER: z.enum(['only', 'none'], { error: "must be 'only' or 'none', or unset" }).optional(),
  DRAIN_SECONDS: Figure().min(0).max(60).default(0),
  CLUSTER_PROCESSES: Figure().int().min(1).max(64).default(2),
  CLUSTER_BALANCER: z.enum(['haproxy', 'own'], { error: "must be 'haproxy' or 'own'" }).default('haproxy'),
  API_URL: Url.optional(),
  SHOP_URLS: Origins,
  CORS_ORIGINS: Origins,
  TRACKING_NAMES: Names,
  BRAND_ID: Figure().int().positive().default(1),
  SESSION_SECRET: SecretRing.optional(),
  JWT_SECRET: SecretRing.optional(),
  CODE_SECRET: SecretRing.optional(),
  BACKUP_SECRET: SecretRing.optional(),
  BACKUP_DIR: z.string().optional(),
  RESTORE_TRIAL_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 09:30')
    .default('09:30'),
  RESTORE_TRIAL_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
    .optional(),
  PAYMENTS: z.enum(['stripe', 'sandbox'], { error: "must be 'stripe' or 'sandbox'" }).optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(test|live)_/, 'must start with sk_ or rk_')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_/, 'must start with pk_')
    .optional(),
  STRIPE_WEBHOOK_SECRET: ringOf((value) => value.startsWith('whsec_'), 'must start with whsec_').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
    .optional(),
  MAIL_FROM: z.string().optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 characters')
    .optional(),
  TWILIO_AUTH_TOKEN: ringOf((value) => value.length >= 16, 'must be at least 16 characters').optional(),
  TWILIO_API_KEY: z
    .string()
    .regex(/^SK[0-9a-f]{32}$/, 'must be SK and 32 characters')
    .optional(),
  TWILIO_API_SECRET: z.string().min(16, 'must be at least 16 characters').optional(),
  TWILIO_SENDERS: Senders.optional(),
  QUIET_HOURS: QuietHours,
  STAFF_SESSION_HOURS: Figure().min(1).max(168).default(12),
  STAFF_IDLE_MINUTES: Figure().min(5).max(1440).default(60),
  STAFF_PROOF_MINUTES: Figure().min(5).max(1440).default(15),
  SIGN_IN_MAILS: Switch.default(true),
  PWNED_PASSWORDS_URL: Url.optional(),
  WEATHER_URL: Url.optional(),
  SECURITY_CONTACT: Contacts,
  HSTS: z
    .enum(['host', 'subdomains', 'preload'], { error: "must be 'host', 'subdomains' or 'preload'" })
    .default('host'),
  OPERATOR_EMAIL: z.email({ error: 'must be an e-mail address' }).optional(),
  BUCKET_URL: Url.optional(),
  BUCKET_REGION: z.string().default('us-east-1'),
  BUCKET_KEY_ID: z.string().optional(),
  BUCKET_SECRET_KEY: z.string().optional(),
  SENTRY_DSN: Url.optional(),
  METRICS_TOKEN: SecretRing.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: Url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: HeaderList,
  OTEL_TRACES_SAMPLER_ARG: Figure().min(0).max(1).default(0.1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: Switch.default(false),
  VISITOR_SECRET: SecretRing.optional(),
  PEOPLE_PER_ADDRESS: Figure().int().min(1).default(300),
  LIMIT_FACTOR: Figure().min(1).default(1),
  WEBHOOK_SECONDS: Figure().min(0.1).max(30).default(10),
  CLAIM_HOLD_HOURS: Figure().int().min(1).max(168).default(24),
  CLAIM_DAYS: Figure().int().min(2).max(365).default(30),
  WAITLIST_OFFER_MINUTES: Figure().int().min(5).max(1440).default(120),
  HOLD_MINUTES: Figure().int().min(1).max(120).default(15),
  PHOTO_MAX_MB: Figure().int().min(1).max(25).default(15),
  MANIFEST_DAYS: Figure().int().min(1).max(3650).default(30),
  REMINDER_HOURS: Figure().min(0.1).max(20).default(4),
  DEMO: z.enum(['season', 'small'], { error: "must be 'season' or 'small'" }).default('season'),
  DEMO_SEED: z.string().max(60, 'must be at most 60 characters').default('harbor'),
  DEMO_PASSWORD: z.string().min(6, 'must be at least 6 characters').optional(),
  SANDBOX_PASSWORD: z.string().min(8, 'must be at least 8 characters').optional(),
})

/** The settings of a process; `.env.example` explains each of them. */
export const settingNames = Object.keys(Environment.shape)

export const DEMO_PASSWORD_DEFAULT = 'fly-demo'

/** Each secret with its former values: the first signs and seals, all are accepted. */
export interface Secrets {
  /** Cookies of the shop. */
  session: KeyRing
  /** Tokens of `/v1`. */
  jwt: KeyRing
  /** Codes, sealed texts and signed links. */
  code: KeyRing
  /** What the payment provider sends. */
  webhook: KeyRing
}

/** The secret of a setting that is not there: nothing is signed with it. */
const NO_KEYS = makeKeyRing([''])

export interface Settings {
  /**
   * `embedded`: database in `dataDir`; `server`: PostgreSQL at `databaseUrl`; `shop`: no service
   * here, `/v1` is at `apiUrl`.
   */
  mode: 'embedded' | 'server' | 'shop'
  development: boolean
  port: number
  host: string
  /** The public origin of the shop, without a trailing slash. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  /** The same database without a pooler between: for notices of changes, and for migrations. */
  databaseDirectUrl: string | undefined
  /** A pooler gives each transaction another connection, so statements have no names. */
  pooled: boolean
  /** How many requests for something new may wait for their answer before more are refused. */
  busyRequests: number
  /** How late the event loop may run before new work is refused. */
  busyDelayMs: number
  /**
   * `only`: this process runs the jobs and no shop; `none`: the shop, while another process runs the
   * jobs; undefined: both.
   */
  worker: 'only' | 'none' | undefined
  /** How long a process that was told to stop takes new connections, while `/readyz` says 503. */
  drainSeconds: number
  /** How `npm run start:cluster` lays the shop out: its processes, and who spreads visitors over them. */
  cluster: { processes: number; balancer: 'haproxy' | 'own' }
  apiUrl: string | undefined
  /** The origins of separate shops that call this service; return URLs may point to them. */
  shopUrls: string[]
  /** Origins whose pages may call `/v1` from a browser, with a token and never with cookies. */
  corsOrigins: string[]
  /**
   * Additional tracking parameters of query strings, which no page depends on; a trailing `*`
   * matches a prefix.
   */
  trackingNames: string[]
  brandId: number
  secrets: Secrets
  /** Encrypts backups; without it they are written in the clear. */
  backupKeys: KeyRing | undefined
  /**
   * Which folder's newest backup is restored as a trial each night, when (`HH:MM`, UTC), and the
   * PostgreSQL server that has room for it; the shop's own unless given.
   */
  restoreTrials: { folder: string | undefined; at: string; serverUrl: string | undefined }
  payments: 'stripe' | 'sandbox'
  /** No card is charged, because the sandbox or a test key is used. */
  testMode: boolean
  stripe: { secretKey: string; publishableKey: string }
  smtpUrl: string | undefined
  mailFrom: string | undefined
  /** Texts to phones; without an account the sandbox's test phone gets them where there is one. */
  texts: {
    account: TextAccount | undefined
    /** Wall-clock times at the terminal between which texts wait; undefined for none. */
    quietHours: { from: string; until: string } | undefined
  }
  /** How long a second factor counts: altogether, without use, and for acts that need a fresh one. */
  staffSessionMinutes: number
  staffIdleMinutes: number
  staffProofMinutes: number
  /** Whether an account is mailed when a new device logs in to it. */
  signInMails: boolean
  /** The service that knows stolen passwords; only the own list is asked without it. */
  pwnedPasswordsUrl: string | undefined
  /** The service of observations and forecasts; without it the sandbox answers, where it is in use. */
  weatherUrl: string | undefined
  /** Whom to tell of a weakness, as URIs; nobody is named without them. */
  securityContacts: string[]
  /** How far browsers hold to https: at the host, below it, or before the first visit, too. */
  hsts: 'host' | 'subdomains' | 'preload'
  /** The address that is notified when an integrity check fails. */
  operatorEmail: string | undefined
  /** Where photos are stored; a folder below `dataDir` by default. */
  s3: { bucketUrl: string; region: string; accessKeyId: string; secretAccessKey: string } | undefined
  sentryDsn: string | undefined
  /** Opens `/metrics`, which does not exist without it. */
  metricsToken: KeyRing | undefined
  /** Where traces go, and the share of requests that is traced; undefined for nowhere. */
  traces: { endpoint: string; headers: Record<string, string>; share: number } | undefined
  logLevel: z.infer<typeof Environment>['LOG_LEVEL']
  trustProxy: boolean
  /**
   * The secret that a separate shop shares with its service; it signs the visitor's address in each
   * call.
   */
  visitorSecret: KeyRing | undefined
  /** How many people behind one address may open a page each ten seconds. */
  peoplePerAddress: number
  /** A factor for every limit on calls and holds; never allowed with a live key. */
  limitFactor: number
  /** The timeout of a webhook delivery. */
  webhookSeconds: number
  holdMinutes: number
  /** The delay between the request for a reminder of an unfinished booking and its mail. */
  reminderHours: number
  /** The largest photo of a product that staff may upload, in millions of bytes. */
  photoMegabytes: number
  /** How long the versions of a flight's manifest are kept after it. */
  manifestDays: number
  /** How long the seats of a rebooking offer are held. */
  rebookingHoldHours: number
  /** How long a rebooking offer is open; afterwards a voucher is issued automatically. */
  rebookingOfferDays: number
  /** How long the seats of a waitlist offer are held. */
  waitlistOfferMinutes: number
  demoPassword: string
  /**
   * The seed of the orders that fill a new demo shop; undefined where it has a few only, and where
   * payments or mails would reach somebody.
   */
  demoSeed: string | undefined
  /**
   * Whether the shop is reachable from other machines: by `HOST`, by `PUBLIC_URL`, or through a
   * proxy.
   */
  isPublic: boolean
  /** The password for the parts of the sandbox that are not for shoppers, such as its mailbox. */
  sandboxPassword: string | undefined
}

/** The account at the provider of texts. */
export interface TextAccount {
  accountSid: string
  /** Signs what the provider sends to us, and our calls where there is no key. */
  authToken: string
  /** Further tokens that may sign what the provider sends, while one replaces another. */
  otherAuthTokens?: readonly string[]
  /** A key of its own for our calls, which can be revoked alone. */
  apiKey: { sid: string; secret: string } | undefined
  /** A number or a messaging service for each brand, by its slug. */
  senders: ReadonlyMap<string, string>
}

/** All problems of the settings in one error. */
export class SettingsError extends Error {
  override name = 'SettingsError'
  constructor(readonly problems: string[]) {
    super(`The settings cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
  }
}

export const isLoopback = (host: string) => /^((.+\.)?localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)

/**
 * Returns the setting that makes the shop reachable from other machines, or undefined when none
 * does.
 */
function publicBy({ HOST, PUBLIC_URL, TRUST_PROXY }: z.infer<typeof Environment>): string | undefined {
  if (!isLoopback(HOST)) return `HOST ${HOST}`
  if (PUBLIC_URL !== undefined && !isLoopback(new URL(PUBLIC_URL).hostname)) return `PUBLIC_URL ${PUBLIC_URL}`
  return TRUST_PROXY ? 'TRUST_PROXY' : undefined
}

/**
 * Reads and checks the environment.
 * @param environment usually `process.env`; empty strings count as unset
 * @param keptSecrets makes or reads the secrets saved beside the embedded database
 * @throws SettingsError listing every problem at once
 */
export function readSettings(
  environment: Record<string, string | undefined>,
  keptSecrets: (dataDir: string) => Secrets,
): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) {
    throw new SettingsError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`))
  }
  const env = parsed.data
  const mode = env.API_URL ? 'shop' : env.DATABASE_URL ? 'server' : 'embedded'
  const problems = findUnsafeSettings(env, mode)
  if (problems.length > 0) throw new SettingsError(problems)

  const kept = mode === 'embedded' ? keptSecrets(env.DATA_DIR) : undefined
  const payments = paymentsOf(env, mode)
  return {
    mode,
    development: env.NODE_ENV === 'development',
    port: env.PORT,
    host: env.HOST,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${String(env.PORT)}`).replace(/\/$/, ''),
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    pooled: env.DATABASE_POOLED,
    busyRequests: env.BUSY_REQUESTS,
    busyDelayMs: env.BUSY_DELAY_MS,
    worker: env.WORKER,
    drainSeconds: env.DRAIN_SECONDS,
    cluster: { processes: env.CLUSTER_PROCESSES, balancer: env.CLUSTER_BALANCER },
    apiUrl: env.API_URL?.replace(/\/$/, ''),
    shopUrls: env.SHOP_URLS.map((url) => new URL(url).origin),
    trackingNames: env.TRACKING_NAMES,
    corsOrigins: env.CORS_ORIGINS.map((url) => new URL(url).origin),
    brandId: env.BRAND_ID,
    secrets: {
      session: env.SESSION_SECRET ?? kept?.session ?? NO_KEYS,
      jwt: env.JWT_SECRET ?? kept?.jwt ?? NO_KEYS,
      code: env.CODE_SECRET ?? kept?.code ?? NO_KEYS,
      webhook: env.STRIPE_WEBHOOK_SECRET ?? kept?.webhook ?? sandboxWebhookKeys(env.JWT_SECRET),
    },
    backupKeys: env.BACKUP_SECRET,
    restoreTrials: {
      folder: env.BACKUP_DIR,
      at: env.RESTORE_TRIAL_AT,
      serverUrl: env.RESTORE_TRIAL_URL ?? env.DATABASE_DIRECT_URL ?? env.DATABASE_URL,
    },
    payments,
    testMode:
      payments === 'sandbox' || /_test_/.test(env.STRIPE_SECRET_KEY ?? env.STRIPE_PUBLISHABLE_KEY ?? ''),
    stripe: { secretKey: env.STRIPE_SECRET_KEY ?? '', publishableKey: env.STRIPE_PUBLISHABLE_KEY ?? '' },
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    texts: { account: textAccountOf(env), quietHours: env.QUIET_HOURS },
    staffSessionMinutes: env.STAFF_SESSION_HOURS * 60,
    staffIdleMinutes: env.STAFF_IDLE_MINUTES,
    staffProofMinutes: env.STAFF_PROOF_MINUTES,
    signInMails: env.SIGN_IN_MAILS,
    pwnedPasswordsUrl: env.PWNED_PASSWORDS_URL?.replace(/\/$/, ''),
    weatherUrl: env.WEATHER_URL?.replace(/\/$/, ''),
    securityContacts: env.SECURITY_CONTACT,
    hsts: env.HSTS,
    operatorEmail: env.OPERATOR_EMAIL,
    s3: s3Of(env),
    sentryDsn: env.SENTRY_DSN,
    metricsToken: env.METRICS_TOKEN,
    traces: tracesOf(env),
    logLevel: env.LOG_LEVEL,
    trustProxy: env.TRUST_PROXY,
    visitorSecret: env.VISITOR_SECRET,
    peoplePerAddress: env.PEOPLE_PER_ADDRESS,
    limitFactor: env.LIMIT_FACTOR,
    webhookSeconds: env.WEBHOOK_SECONDS,
    holdMinutes: env.HOLD_MINUTES,
    reminderHours: env.REMINDER_HOURS,
    photoMegabytes: env.PHOTO_MAX_MB,
    manifestDays: env.MANIFEST_DAYS,
    rebookingHoldHours: env.CLAIM_HOLD_HOURS,
    rebookingOfferDays: env.CLAIM_DAYS,
    waitlistOfferMinutes: env.WAITLIST_OFFER_MINUTES,
    demoPassword: env.DEMO_PASSWORD ?? DEMO_PASSWORD_DEFAULT,
    demoSeed: hasDemoSeason(env, mode) ? env.DEMO_SEED : undefined,
    isPublic: publicBy(env) !== undefined,
    sandboxPassword: env.SANDBOX_PASSWORD,
  }
}

/** The sandbox of a shop on a database server has no secret of its own. */
const sandboxWebhookKeys = (jwt: KeyRing = NO_KEYS) =>
  makeKeyRing(secretsOf(jwt).map((secret) => `whsec_${secret}`))

function hasDemoSeason(env: z.infer<typeof Environment>, mode: Settings['mode']): boolean {
  return env.DEMO === 'season' && mode === 'embedded' && paymentsOf(env, mode) === 'sandbox' && !env.SMTP_URL
}

function s3Of(env: z.infer<typeof Environment>): Settings['s3'] {
  const { BUCKET_URL: url, BUCKET_KEY_ID: accessKeyId, BUCKET_SECRET_KEY: secretAccessKey } = env
  if (!url || !accessKeyId || !secretAccessKey) return undefined
  return { bucketUrl: url.replace(/\/$/, ''), region: env.BUCKET_REGION, accessKeyId, secretAccessKey }
}

function tracesOf(env: z.infer<typeof Environment>): Settings['traces'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = env
  if (!endpoint) return undefined
  return { endpoint: endpoint.replace(/\/$/, ''), headers, share: env.OTEL_TRACES_SAMPLER_ARG }
}

function textAccountOf(env: z.infer<typeof Environment>): TextAccount | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken } = env
  if (!accountSid || !authToken) return undefined
  const { TWILIO_API_KEY: sid, TWILIO_API_SECRET: secret, TWILIO_SENDERS: senders } = env
  const [newest, ...others] = authToken
  return {
    accountSid,
    authToken: newest.secret,
    otherAuthTokens: secretsOf(others),
    apiKey: sid && secret ? { sid, secret } : undefined,
    senders: senders ?? new Map<string, string>(),
  }
}

/**
 * Returns the payment mode. A separate shop must state how its service charges, because a missing
 * value must not mean "no card is charged".
 */
function paymentsOf(env: z.infer<typeof Environment>, mode: Settings['mode']): Settings['payments'] {
  if (mode === 'shop') return env.PAYMENTS ?? 'stripe'
  return env.STRIPE_SECRET_KEY && env.PAYMENTS !== 'sandbox' ? 'stripe' : 'sandbox'
}

/**
 * Returns the errors of unsafe combinations: a live key beside the sandbox, publicly known
 * passwords on a reachable shop, missing secrets.
 */
function findUnsafeSettings(env: z.infer<typeof Environment>, mode: Settings['mode']): string[] {
  const problems: string[] = []
  if (env.HSTS !== 'host' && !env.PUBLIC_URL?.startsWith('https://'))
    problems.push(`HSTS is ${env.HSTS}, which needs a PUBLIC_URL with https://`)
  if (mode === 'shop') {
    if (env.WORKER) problems.push('WORKER is for the service: a shop alone (API_URL) has no jobs')
    if (!env.SESSION_SECRET)
      problems.push('SESSION_SECRET is required when the shop runs alone (API_URL is set)')
    return problems
  }
  const bucket = [env.BUCKET_URL, env.BUCKET_KEY_ID, env.BUCKET_SECRET_KEY].filter(Boolean).length
  if (bucket !== 0 && bucket !== 3) {
    problems.push('BUCKET_URL, BUCKET_KEY_ID and BUCKET_SECRET_KEY belong together: set all or none')
  }
  problems.push(...findTextProblems(env))
  const live = /^(sk|rk)_live_/.test(env.STRIPE_SECRET_KEY ?? '')
  const livePublishable = /^pk_live_/.test(env.STRIPE_PUBLISHABLE_KEY ?? '')
  if (env.STRIPE_PUBLISHABLE_KEY && livePublishable !== live) {
    problems.push('STRIPE_PUBLISHABLE_KEY and STRIPE_SECRET_KEY must both be live keys or both test keys')
  }
  if (live && !env.PUBLIC_URL?.startsWith('https://')) {
    problems.push('PUBLIC_URL must be set and start with https:// with a live Stripe key')
  }
  if (live && env.PAYMENTS === 'sandbox') {
    problems.push('PAYMENTS is sandbox, but STRIPE_SECRET_KEY is a live key: remove one of them')
  }
  if (live && env.LIMIT_FACTOR !== 1) {
    problems.push('LIMIT_FACTOR is for load tests and may not stand beside a live Stripe key')
  }
  if (live && !env.SMTP_URL)
    problems.push('SMTP_URL is required with a live Stripe key: buyers must get their mail')
  if (live && mode === 'embedded') {
    problems.push(
      'DATABASE_URL is required with a live Stripe key: real money needs a database server with backups',
    )
  }
  if (env.PAYMENTS === 'stripe' && !env.STRIPE_SECRET_KEY) {
    problems.push('STRIPE_SECRET_KEY is required when PAYMENTS is stripe')
  }
  if (env.STRIPE_SECRET_KEY && env.PAYMENTS !== 'sandbox') {
    if (!env.STRIPE_PUBLISHABLE_KEY)
      problems.push('STRIPE_PUBLISHABLE_KEY is required with STRIPE_SECRET_KEY')
    if (!env.STRIPE_WEBHOOK_SECRET) problems.push('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY')
  }
  if (env.DATABASE_DIRECT_URL && !env.DATABASE_URL)
    problems.push('DATABASE_DIRECT_URL stands beside DATABASE_URL: set both or neither')
  if (env.DATABASE_POOLED && !env.DATABASE_DIRECT_URL)
    problems.push('DATABASE_POOLED is for a pooler: set DATABASE_DIRECT_URL to the server itself')
  if (env.WORKER && mode === 'embedded')
    problems.push('WORKER parts two processes: set DATABASE_URL, the database that both share')
  if (mode === 'server') {
    for (const name of ['SESSION_SECRET', 'JWT_SECRET', 'CODE_SECRET'] as const) {
      if (!env[name]) problems.push(`${name} is required with DATABASE_URL`)
    }
    if (!env.STRIPE_SECRET_KEY && env.PAYMENTS !== 'sandbox') {
      problems.push(
        'With DATABASE_URL set STRIPE_SECRET_KEY, or PAYMENTS=sandbox to run without charging cards',
      )
    }
    if (!env.SMTP_URL && !live && env.PAYMENTS !== 'sandbox') {
      problems.push(
        'With DATABASE_URL set SMTP_URL, or PAYMENTS=sandbox to keep mails in the sandbox mailbox',
      )
    }
  }
  return [...problems, ...demoFences(env, mode)]
}

/** Returns what the settings of texts lack: half an account sends nothing and says nothing. */
function findTextProblems(env: z.infer<typeof Environment>): string[] {
  const { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: token, TWILIO_SENDERS: senders } = env
  const { TWILIO_API_KEY: key, TWILIO_API_SECRET: secret } = env
  const problems: string[] = []
  const given = [sid, token, senders].filter(Boolean).length
  if (given !== 0 && given !== 3) {
    problems.push(
      'TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_SENDERS belong together: set all or none. The ' +
        'token also signs what Twilio sends, so an API key does not replace it',
    )
  }
  if (Boolean(key) !== Boolean(secret)) {
    problems.push('TWILIO_API_KEY and TWILIO_API_SECRET belong together: set both or neither')
  }
  if (key && !sid) problems.push('TWILIO_API_KEY needs TWILIO_ACCOUNT_SID')
  if (sid && !env.PUBLIC_URL?.startsWith('https://')) {
    problems.push('PUBLIC_URL must be set and start with https:// with Twilio: STOP comes to its address')
  }
  return problems
}

/**
 * Returns the errors of publicly known passwords on a shop that is reachable from other machines.
 */
function demoFences(env: z.infer<typeof Environment>, mode: Settings['mode']): string[] {
  const problems: string[] = []
  const reachable = publicBy(env)
  const demoPassword = env.DEMO_PASSWORD ?? (mode === 'embedded' ? DEMO_PASSWORD_DEFAULT : undefined)
  if (reachable !== undefined && demoPassword === DEMO_PASSWORD_DEFAULT) {
    problems.push(
      'DEMO_PASSWORD is what everybody knows, and the shop can be reached from outside ' +
        `(${reachable}): set it to something nobody knows`,
    )
  }
  const sandboxPassword = env.SANDBOX_PASSWORD
  if (
    sandboxPassword === DEMO_PASSWORD_DEFAULT ||
    (sandboxPassword && sandboxPassword === env.DEMO_PASSWORD)
  ) {
    problems.push('SANDBOX_PASSWORD must be a password of its own: it opens more than a demo account')
  }
  return problems
}
