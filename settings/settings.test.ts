import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { makeKeyRing } from './key-ring.ts'
import { isLoopback, readSettings, settingNames, SettingsError } from './settings.ts'

const kept = {
  session: makeKeyRing(['s'.repeat(40)]),
  jwt: makeKeyRing(['j'.repeat(40)]),
  code: makeKeyRing(['c'.repeat(40)]),
  webhook: makeKeyRing(['whsec_kept']),
}
const read = (environment: Record<string, string>) => readSettings(environment, () => kept)

function problems(environment: Record<string, string>): string[] {
  try {
    read(environment)
    return []
  } catch (error) {
    if (error instanceof SettingsError) return error.problems
    throw error
  }
}

const database = {
  DATABASE_URL: 'postgres://shop@db/shop',
  SESSION_SECRET: 'a'.repeat(32),
  JWT_SECRET: 'b'.repeat(32),
  CODE_SECRET: 'd'.repeat(32),
}
const stripe = (kind: 'test' | 'live') => ({
  STRIPE_SECRET_KEY: `sk_${kind}_1`,
  STRIPE_PUBLISHABLE_KEY: `pk_${kind}_1`,
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
})
const live = {
  ...database,
  ...stripe('live'),
  SMTP_URL: 'smtps://mail.test',
  PUBLIC_URL: 'https://shop.test',
}

test('without settings the embedded shop runs on this machine, in test mode, with its own secrets', () => {
  const settings = read({ PORT: '', DATABASE_URL: '' })
  expect(settings).toMatchObject({
    mode: 'embedded',
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    dataDir: './data',
    payments: 'sandbox',
    testMode: true,
    holdMinutes: 15,
    reminderHours: 4,
    manifestDays: 30,
    rebookingHoldHours: 24,
    rebookingOfferDays: 30,
    waitlistOfferMinutes: 120,
    trustProxy: false,
    demoPassword: 'fly-demo',
    secrets: kept,
  })
})

describe('the account that sends texts', () => {
  const texts = {
    TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
    TWILIO_AUTH_TOKEN: 't'.repeat(32),
    TWILIO_SENDERS: `loft-and-rotor=+12015550142, tidewater-heli=MG${'1'.repeat(32)}`,
  }

  test('has a sender for each brand, and a key only where both parts are set', () => {
    expect(read(live).texts).toEqual({
      account: undefined,
      quietHours: { from: '21:00', until: '08:00' },
    })
    const { account } = read({ ...live, ...texts }).texts
    expect([...(account?.senders ?? [])]).toEqual([
      ['loft-and-rotor', '+12015550142'],
      ['tidewater-heli', `MG${'1'.repeat(32)}`],
    ])
    expect(account?.apiKey).toBeUndefined()
    const key = { TWILIO_API_KEY: `SK${'2'.repeat(32)}`, TWILIO_API_SECRET: 's'.repeat(32) }
    expect(read({ ...live, ...texts, ...key }).texts.account?.apiKey?.sid).toBe(key.TWILIO_API_KEY)
    expect(problems({ ...live, ...texts, TWILIO_API_KEY: key.TWILIO_API_KEY })).toEqual([
      'TWILIO_API_KEY and TWILIO_API_SECRET belong together: set both or neither',
    ])
  })

  test.each(['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_SENDERS'])(
    'is refused without %s',
    (name) => {
      expect(problems({ ...live, ...texts, [name]: '' })[0]).toContain('belong together: set all or none')
    },
  )

  test('needs the address that its webhooks come to', () => {
    expect(problems({ ...texts })).toEqual([
      'PUBLIC_URL must be set and start with https:// with Twilio: STOP comes to its address',
    ])
  })

  test.each(['loft-and-rotor', 'loft-and-rotor=555', 'a=+12015550142=1', 'a b=+12015550142'])(
    'has no sender like %s',
    (senders) => {
      expect(problems({ ...live, ...texts, TWILIO_SENDERS: senders })[0]).toContain(
        'TWILIO_SENDERS must be like',
      )
    },
  )

  test('keeps the quiet hours that are set, or none', () => {
    expect(read({ QUIET_HOURS: 'none' }).texts.quietHours).toBeUndefined()
    expect(read({ QUIET_HOURS: '22:30-07:15' }).texts.quietHours).toEqual({ from: '22:30', until: '07:15' })
    expect(problems({ QUIET_HOURS: '9pm-8am' })[0]).toContain('QUIET_HOURS must be like')
  })
})

test('whoever finds a weakness is told whom to write to, where somebody is named', () => {
  expect(read({}).securityContacts).toEqual([])
  const SECURITY_CONTACT = 'safe@shop.test, https://shop.test/tell, tel:+1-201-555-0142'
  expect(read({ SECURITY_CONTACT }).securityContacts).toEqual([
    'mailto:safe@shop.test',
    'https://shop.test/tell',
    'tel:+1-201-555-0142',
  ])
  for (const wrong of ['somebody', 'http://shop.test/tell', 'safe@shop.test,'])
    expect(problems({ SECURITY_CONTACT: wrong })).toEqual([expect.stringMatching(/^SECURITY_CONTACT/)])
})

test('browsers are held to https below the host only where it is asked for and there is https', () => {
  expect(read({}).hsts).toBe('host')
  expect(read({ ...live, HSTS: 'preload' }).hsts).toBe('preload')
  expect(problems({ ...live, HSTS: 'always' })).toEqual([expect.stringMatching(/^HSTS must be/)])
  expect(problems({ HSTS: 'subdomains' })).toEqual([
    'HSTS is subdomains, which needs a PUBLIC_URL with https://',
  ])
})

test('jobs run in another process only where both share a database server', () => {
  expect(read({}).worker).toBeUndefined()
  expect(read({ ...live, WORKER: 'only' }).worker).toBe('only')
  expect(problems({ WORKER: 'none' })).toEqual([expect.stringContaining('set DATABASE_URL')])
  expect(problems({ ...live, WORKER: 'some' })).toEqual(["WORKER must be 'only' or 'none', or unset"])
  const alone = { API_URL: 'https://service.test', SESSION_SECRET: 'a'.repeat(32) }
  expect(problems({ ...alone, WORKER: 'only' })).toEqual([expect.stringContaining('has no jobs')])
})

test('a process is busy from a hundred requests or a second on, unless the settings say otherwise', () => {
  expect(read({})).toMatchObject({ busyRequests: 100, busyDelayMs: 1000 })
  expect(read({ BUSY_REQUESTS: '1', BUSY_DELAY_MS: '20' })).toMatchObject({
    busyRequests: 1,
    busyDelayMs: 20,
  })
  expect(problems({ BUSY_REQUESTS: '0' })).toEqual(['BUSY_REQUESTS must be at least 1'])
  expect(problems({ BUSY_REQUESTS: '1.5' })).toEqual(['BUSY_REQUESTS must be a whole number'])
  expect(problems({ BRAND_ID: '0' })).toEqual(['BRAND_ID must be more than 0'])
  expect(problems({ STAFF_PROOF_MINUTES: '1441' })).toEqual(['STAFF_PROOF_MINUTES must be at most 1440'])
  expect(problems({ BUSY_DELAY_MS: 'long' })).toEqual(['BUSY_DELAY_MS must be a number'])
  expect(problems({ BUSY_DELAY_MS: '19' })).toEqual([expect.stringMatching(/^BUSY_DELAY_MS /)])
})

test('an address is meant for three hundred people, unless the settings say otherwise', () => {
  expect(read({}).peoplePerAddress).toBe(300)
  expect(read({ PEOPLE_PER_ADDRESS: '5000' }).peoplePerAddress).toBe(5000)
  for (const PEOPLE_PER_ADDRESS of ['0', '1.5', 'many'])
    expect(problems({ PEOPLE_PER_ADDRESS })).toEqual([expect.stringMatching(/^PEOPLE_PER_ADDRESS /)])
})

test('a pooler needs the direct address of the database as well', () => {
  const pooled = { ...live, DATABASE_POOLED: 'true' }
  expect(problems(pooled)).toEqual([expect.stringContaining('set DATABASE_DIRECT_URL')])
  expect(read({ ...pooled, DATABASE_DIRECT_URL: 'postgres://shop@db:5432/shop' }).pooled).toBe(true)
})

test('the direct address of the database stands beside its address, never alone', () => {
  const direct = { DATABASE_DIRECT_URL: 'postgres://shop@db:5432/shop' }
  expect(read({ ...live, ...direct }).databaseDirectUrl).toBe(direct.DATABASE_DIRECT_URL)
  expect(read(live).databaseDirectUrl).toBeUndefined()
  expect(problems(direct)).toEqual(['DATABASE_DIRECT_URL stands beside DATABASE_URL: set both or neither'])
  expect(problems({ ...live, DATABASE_DIRECT_URL: 'db' })).toEqual([
    expect.stringContaining('must start with postgres://'),
  ])
})

test('all malformed settings are reported at once', () => {
  const wrong = problems({
    PORT: '99999',
    TRUST_PROXY: 'yes',
    SMTP_URL: 'mail.test',
    HOLD_MINUTES: '0',
    SESSION_SECRET: 'short',
  })
  expect(wrong.map((one) => one.split(' ')[0]).sort()).toEqual([
    'HOLD_MINUTES',
    'PORT',
    'SESSION_SECRET',
    'SMTP_URL',
    'TRUST_PROXY',
  ])
})

test('a live key requires real services everywhere', () => {
  expect(problems(live)).toEqual([])
  expect(read(live)).toMatchObject({ mode: 'server', payments: 'stripe', testMode: false })
  expect(problems({ ...live, SMTP_URL: '' })).toEqual([expect.stringContaining('SMTP_URL is required')])
  expect(problems({ ...live, PUBLIC_URL: 'http://shop.test' })).toEqual([
    expect.stringContaining('PUBLIC_URL'),
  ])
  expect(problems({ ...live, DATABASE_URL: '', DEMO_PASSWORD: 'nobody-knows-it' })).toEqual([
    expect.stringContaining('DATABASE_URL is required'),
  ])
  expect(problems({ ...live, PAYMENTS: 'sandbox' })).toEqual([expect.stringContaining('PAYMENTS is sandbox')])
  expect(problems({ ...live, STRIPE_WEBHOOK_SECRET: '' })).toEqual([
    expect.stringContaining('STRIPE_WEBHOOK_SECRET'),
  ])
  expect(problems({ ...live, STRIPE_SECRET_KEY: 'rk_live_1' })).toEqual([])
})

test('limits are widened for load tests, but never to nothing and never beside a live key', () => {
  expect(read({}).limitFactor).toBe(1)
  expect(read({ LIMIT_FACTOR: '1000' }).limitFactor).toBe(1000)
  expect(problems({ LIMIT_FACTOR: '0' })).toEqual([expect.stringContaining('LIMIT_FACTOR')])
  expect(problems({ ...live, LIMIT_FACTOR: '2' })).toEqual([expect.stringContaining('LIMIT_FACTOR')])
  expect(problems({ ...live, LIMIT_FACTOR: '1' })).toEqual([])
})

test('live and test keys are never mixed, and a live key excludes the sandbox', () => {
  const mixed = { ...live, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }
  expect(problems(mixed)).toEqual([expect.stringContaining('both be live keys or both test keys')])
  expect(problems({ STRIPE_PUBLISHABLE_KEY: 'pk_live_1' })).toEqual([
    expect.stringContaining('both be live keys'),
  ])
})

test('a test key charges nobody and works on the embedded database with the mailbox', () => {
  expect(read(stripe('test'))).toMatchObject({ mode: 'embedded', payments: 'stripe', testMode: true })
})

test('with a database server the sandbox must be requested', () => {
  expect(problems(database)).toHaveLength(2)
  expect(problems({ ...database, PAYMENTS: 'sandbox' })).toEqual([])
  expect(problems({ ...database, ...stripe('test') })).toEqual([expect.stringContaining('SMTP_URL')])
})

test('with a database server no secret is generated', () => {
  const { DATABASE_URL } = database
  const missing = problems({ DATABASE_URL, PAYMENTS: 'sandbox' })
  expect(missing.map((one) => one.split(' ')[0])).toEqual(['SESSION_SECRET', 'JWT_SECRET', 'CODE_SECRET'])
})

describe.each([
  ['HOST', '0.0.0.0'],
  ['HOST', '::'],
  ['HOST', '192.168.1.4'],
  ['HOST', '127.0.0.1.example.com'],
  ['PUBLIC_URL', 'https://shop.example.com'],
  ['PUBLIC_URL', 'http://192.168.1.4:3000'],
  ['PUBLIC_URL', 'http://localhost.example.com'],
  ['TRUST_PROXY', 'true'],
])('a shop that can be reached from outside by %s %s', (name, value) => {
  const outside = { [name]: value }
  const others: Record<string, string>[] = [
    {},
    { DEMO_PASSWORD: 'fly-demo' },
    { NODE_ENV: 'development' },
    { SANDBOX_PASSWORD: 'a-password-of-its-own' },
    { ...stripe('test'), SMTP_URL: 'smtp://mail.test' },
    { ...database, PAYMENTS: 'sandbox', DEMO_PASSWORD: 'fly-demo' },
    { ...live, DEMO_PASSWORD: 'fly-demo' },
  ]
  test.each(others)(
    'the shop refuses the well-known demo password, whatever the other settings are: %o',
    (more) => {
      expect(problems({ ...more, ...outside })).toContainEqual(
        expect.stringMatching(/^DEMO_PASSWORD is what/),
      )
    },
  )

  test('the shop starts with a secret demo password and counts as public', () => {
    const settings = read({ ...outside, DEMO_PASSWORD: 'nobody-knows-it' })
    expect(settings).toMatchObject({ isPublic: true, sandboxPassword: undefined })
  })
})

test.each(['http://localhost:3000', 'http://127.0.0.1:4000', 'http://[::1]:3000', 'http://miami.localhost'])(
  '%s is an address of this machine alone',
  (PUBLIC_URL) => {
    expect(read({ PUBLIC_URL }).isPublic).toBe(false)
  },
)

test('the sandbox has a password of its own', () => {
  expect(read({ SANDBOX_PASSWORD: 'a-password-of-its-own' }).sandboxPassword).toBe('a-password-of-its-own')
  expect(problems({ SANDBOX_PASSWORD: 'fly-demo' })).toEqual([expect.stringContaining('of its own')])
  const same = { SANDBOX_PASSWORD: 'one-for-all', DEMO_PASSWORD: 'one-for-all' }
  expect(problems(same)).toEqual([expect.stringContaining('of its own')])
  expect(problems({ SANDBOX_PASSWORD: 'short' })).toEqual([expect.stringContaining('SANDBOX_PASSWORD')])
})

test.each(['localhost', '127.0.0.1', '127.8.0.1', '::1'])('%s is this machine', (host) => {
  expect(isLoopback(host)).toBe(true)
})

test('a shop alone needs its session secret, and claims no test mode unless the setting says so', () => {
  const alone = { API_URL: 'https://service.test/', SESSION_SECRET: 'a'.repeat(32) }
  expect(problems({ API_URL: 'https://service.test' })).toEqual([expect.stringContaining('SESSION_SECRET')])
  expect(read(alone)).toMatchObject({ mode: 'shop', apiUrl: 'https://service.test', testMode: false })
  expect(read({ ...alone, PAYMENTS: 'sandbox' }).testMode).toBe(true)
})

test('shops that run alone are named by their origins only', () => {
  const named = read({ SHOP_URLS: 'https://shop.test, http://localhost:4000/' })
  expect(named.shopUrls).toEqual(['https://shop.test', 'http://localhost:4000'])
  expect(read({}).shopUrls).toEqual([])
  for (const SHOP_URLS of ['shop.test', 'https://shop.test/path', 'https://a.test,', 'https://me@a.test']) {
    expect(problems({ SHOP_URLS })).toEqual([expect.stringContaining('SHOP_URLS must be origins')])
  }
})

test('origins that may call the service are named one by one, without a wildcard', () => {
  expect(read({ CORS_ORIGINS: 'https://app.example.com, http://localhost:5173/' }).corsOrigins).toEqual([
    'https://app.example.com',
    'http://localhost:5173',
  ])
  expect(read({}).corsOrigins).toEqual([])
  for (const CORS_ORIGINS of ['*', 'null', 'https://*.example.com', 'https://app.example.com/path']) {
    expect(problems({ CORS_ORIGINS })).toEqual([expect.stringContaining('CORS_ORIGINS must be origins')])
  }
})

test('the example file explains every setting and no others', () => {
  const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const blocks = text.split(/\n\s*\n/)
  const names = [...text.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map((match) => match[1])
  expect(names.sort()).toEqual([...settingNames].sort())
  for (const name of names) {
    const block = blocks.find((one) => new RegExp(`^#? ?${name ?? ''}=`, 'm').test(one)) ?? ''
    expect(block, `${name ?? ''} is explained`).toMatch(/^# [A-Z].{15,}/m)
  }
})

test('further names that count visitors are named one by one, and may end with a star', () => {
  expect(read({ TRACKING_NAMES: 'click_id, shop_*' }).trackingNames).toEqual(['click_id', 'shop_*'])
  expect(read({}).trackingNames).toEqual([])
  for (const TRACKING_NAMES of ['*', 'a b', 'a,,b', 'a=1']) {
    expect(problems({ TRACKING_NAMES })).toEqual([expect.stringContaining('TRACKING_NAMES must be names')])
  }
})

test('a new shop is filled with a season, except where somebody would be mailed or charged', () => {
  expect(read({}).demoSeed).toBe('harbor')
  expect(read({ DEMO_SEED: 'meadow' }).demoSeed).toBe('meadow')
  const others: Record<string, string>[] = [
    { DEMO: 'small' },
    { SMTP_URL: 'smtp://mail.example.com' },
    stripe('test'),
    { ...database, PAYMENTS: 'sandbox' },
  ]
  for (const environment of others) expect(read(environment).demoSeed).toBeUndefined()
  expect(problems({ DEMO: 'huge' })).toEqual(["DEMO must be 'season' or 'small'"])
})

test('traces go nowhere unless an address is named, with headers as OpenTelemetry writes them', () => {
  expect(read({}).traces).toBeUndefined()
  expect(read({}).metricsToken).toBeUndefined()
  const traced = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example.com/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20a=b, x-team=shop',
  }
  expect(read(traced).traces).toEqual({
    endpoint: 'https://traces.example.com/otlp',
    headers: { authorization: 'Bearer a=b', 'x-team': 'shop' },
    share: 0.1,
  })
  for (const OTEL_EXPORTER_OTLP_HEADERS of ['token', 'a=%', 'a b=c', 'a=b,']) {
    expect(problems({ OTEL_EXPORTER_OTLP_HEADERS })).toEqual([
      expect.stringContaining('OTEL_EXPORTER_OTLP_HEADERS must be like'),
    ])
  }
  expect(problems({ METRICS_TOKEN: 'short' })).toEqual(['METRICS_TOKEN must be at least 32 characters'])
})
