import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { commitSession, getSession } from '#app/visit/session.server.ts'
import { authenticate, openSession } from '#api/access/authenticate.ts'
import { openSealedStream, SealedStreamRefused, sealStream } from '#api/db/sealed-stream.ts'
import { isKeyedHash, keyedHash, seal, unseal } from '#api/gateways/sealed-text.ts'
import { isSignedByProvider, signAsProvider } from '#api/gateways/text-signature.ts'
import { textTokens } from '#api/gateways/texter.ts'
import { createTestApi } from '#tests/support/test-api.ts'
import { createMetrics } from '../web/metrics/create-metrics.ts'
import { metricsRoute } from '../web/metrics/metrics-route.ts'
import { readVisitor, signVisitor } from '../web/visitor-signature.ts'
import { makeKeyRing, newestSecret } from './key-ring.ts'
import { secretSettings } from './secret-settings.ts'
import { readSettings, settingNames, SettingsError, type Settings } from './settings.ts'

const VALUES = {
  SESSION_SECRET: ['a'.repeat(40), 'b'.repeat(40)],
  JWT_SECRET: ['c'.repeat(40), 'd'.repeat(40)],
  CODE_SECRET: ['e'.repeat(40), 'f'.repeat(40)],
  BACKUP_SECRET: ['k'.repeat(40), 'l'.repeat(40)],
  VISITOR_SECRET: ['g'.repeat(40), 'h'.repeat(40)],
  METRICS_TOKEN: ['i'.repeat(40), 'j'.repeat(40)],
  STRIPE_WEBHOOK_SECRET: ['whsec_former', 'whsec_newer'],
  TWILIO_AUTH_TOKEN: ['token-of-before-0123', 'token-of-today-01234'],
} as const
type Rotated = keyof typeof VALUES

const read = (choose: (former: string, newer: string) => string): Settings =>
  readSettings(
    {
      ...{ DATABASE_URL: 'postgres://localhost/none', PUBLIC_URL: 'https://shop.test', PAYMENTS: 'sandbox' },
      ...{
        TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
        TWILIO_SENDERS: 'loft=+12015550142',
        LOG_LEVEL: 'silent',
      },
      ...{ SMTP_URL: 'smtp://mail.test' },
      ...Object.fromEntries(Object.entries(VALUES).map(([name, [a, b]]) => [name, choose(a, b)])),
    },
    () => {
      throw new Error('A server has its secrets in the environment')
    },
  )
const STEPS = {
  before: read((former) => former),
  announced: read((former, newer) => `${former},${newer}`),
  rotated: read((former, newer) => `${newer},${former}`),
  ended: read((_, newer) => newer),
}

/** Signs or seals something by the settings of one process, and says whether another accepts it. */
type Accepts = (made: Settings, asked: Settings) => Promise<boolean> | boolean
const opens = ({ code }: Settings['secrets'], sealed: Buffer) => {
  try {
    return unseal(code, 'a use', sealed) === 'a text'
  } catch {
    return false
  }
}
const noon = new Date('2027-05-14T12:00:00Z')
const call = { method: 'GET', path: '/v1/products' }

const acceptance: Record<Rotated, Accepts> = {
  SESSION_SECRET: async (made, asked) => {
    const session = await getSession(new Request('https://shop.test'), { settings: made })
    session.set('draftId', 'a draft')
    const [cookie = ''] = (await commitSession(session, { settings: made })).split(';')
    const headers = { Cookie: cookie }
    return (await getSession(new Request('https://shop.test', { headers }), { settings: asked })).has(
      'draftId',
    )
  },
  JWT_SECRET: async (made, asked) => {
    const shop = await createTestApi({ seeded: true })
    const now = shop.clock.now()
    const session = { userId: 1, scope: 'customer', now } as const
    const { jwt } = await openSession(shop.deps.database.db, { settings: made }, session)
    const { ok } = await authenticate({ ...shop.deps, settings: asked }, jwt)
    await shop.close()
    return ok
  },
  CODE_SECRET: ({ secrets: made }, { secrets: asked }) => {
    const signed = isKeyedHash(asked.code, 'a use', 'a text', keyedHash(made.code, 'a use', 'a text'))
    expect(opens(asked, seal(made.code, 'a use', 'a text'))).toBe(signed)
    return signed
  },
  BACKUP_SECRET: async ({ backupKeys: made = makeKeyRing(['']) }, { backupKeys: asked }) => {
    const opened = openSealedStream(sealStream(Readable.from([Buffer.from('a backup')]), made), asked)
    return Readable.from(opened)
      .toArray()
      .then((parts: Buffer[]) => Buffer.concat(parts).toString() === 'a backup')
      .catch((error: unknown) => {
        expect(error).toBeInstanceOf(SealedStreamRefused)
        return false
      })
  },
  VISITOR_SECRET: (
    { visitorSecret: made = makeKeyRing(['']) },
    { visitorSecret: asked = makeKeyRing(['']) },
  ) => readVisitor(asked, signVisitor(made, '203.0.113.9', call, noon), call, noon) === '203.0.113.9',
  METRICS_TOKEN: async ({ metricsToken: sent = makeKeyRing(['']) }, { metricsToken }) => {
    const metrics = createMetrics()
    const headers = { Authorization: `Bearer ${newestSecret(sent)}` }
    const answer = await new Hono()
      .route('/', metricsRoute({ metricsToken }, metrics))
      .request('/metrics', { headers })
    return answer.status === 200
  },
  STRIPE_WEBHOOK_SECRET: async (made, asked) => {
    const shop = await createTestApi({ seeded: true, settings: asked })
    const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'ping', data: { object: {} } })
    const timestamp = Math.floor(shop.clock.now().getTime() / 1000)
    const secret = newestSecret(made.secrets.webhook)
    const signature = await shop.deps.stripe.webhooks.generateTestHeaderStringAsync({
      ...{ payload, secret, timestamp },
    })
    const headers = { 'stripe-signature': signature }
    const { status } = await shop.call('POST', '/v1/stripe/webhooks', { body: payload, headers })
    await shop.close()
    return status === 200
  },
  TWILIO_AUTH_TOKEN: async (made, asked) => {
    const [url, fields] = ['https://shop.test/v1/texts', { Body: 'STOP' }]
    const signature = await signAsProvider(textTokens(made)[0], url, fields)
    const signed = textTokens(asked).map((token) => isSignedByProvider(token, { signature, url, fields }))
    return (await Promise.all(signed)).includes(true)
  },
}

test.each(Object.entries(acceptance))(
  '%s: what was signed before counts until the former value goes, and processes understand each other',
  async (_name, accepts) => {
    const { before, announced, rotated, ended } = STEPS
    expect(await accepts(before, announced)).toBe(true)
    // One process signs with the former value still, another one with the new value already.
    expect(await accepts(announced, rotated)).toBe(true)
    expect(await accepts(rotated, announced)).toBe(true)
    expect(await accepts(before, rotated)).toBe(true)
    expect(await accepts(rotated, ended)).toBe(true)
    expect(await accepts(before, ended)).toBe(false)
  },
)

test('every setting that is a secret is listed with how it is rotated, and each ring is tried above', () => {
  const secret = settingNames.filter((name) =>
    /SECRET|TOKEN|PASSWORD(?!S)|SMTP_URL|DATABASE_.*URL|TRIAL_URL|HEADERS/.test(name),
  )
  expect(Object.keys(secretSettings).toSorted()).toEqual(secret.toSorted())
  const rings = Object.entries(secretSettings).filter(([, how]) => how === 'ring')
  expect(rings.map(([name]) => name).toSorted()).toEqual(Object.keys(acceptance).toSorted())
})

test.each([
  ['a short value among others', { CODE_SECRET: `${'a'.repeat(40)},short` }, 'each of those between commas'],
  ['one value twice', { JWT_SECRET: `${'a'.repeat(40)},${'a'.repeat(40)}` }, 'names one secret twice'],
  ['a short value', { SESSION_SECRET: 'short' }, 'SESSION_SECRET must be at least 32 characters'],
])('%s is refused at the start', (_what, environment, sentence) => {
  const start = () => readSettings(environment, () => STEPS.before.secrets)
  expect(start).toThrow(SettingsError)
  expect(start).toThrow(sentence)
})
