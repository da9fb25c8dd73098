import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DraftReply } from '#contract/draft.ts'
import { OrderLinkReply } from '#contract/order-link.ts'
import { NewRecoveryCodesReply, SecondFactorSecretReply } from '#contract/second-factor.ts'
import { type KeyRing, makeKeyRing, newestSecret, secretsOf } from '#settings/key-ring.ts'
import { type Secrets } from '#settings/settings.ts'
import { getAuthenticatorCode } from '#tests/support/authenticator.ts'
import { giveGiftCard } from '#tests/support/give-tenders.ts'
import { makeApiKey } from '#tests/support/make-api-key.ts'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'
import { logIn } from '#tests/support/shopper.ts'
import { sellOrder } from '#tests/support/sold-order.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { makeNewsletterToken, isNewsletterToken } from '../../forms/newsletter-token.ts'
import { paymentToken } from '../../store/orders/payment-token.ts'
import {
  isCareWanted,
  makeCareStopToken,
  readCareStopToken,
  writeCareStop,
} from '../../store/care/care-stops.ts'
import { readNumberState, stopNumber } from '../../store/texts/text-numbers.ts'
import { newSecret, openSecret } from '../../webhooks/webhook-secret.ts'
import { countStoredKeys } from './count-stored-keys.ts'
import { diagnoseKeys } from './diagnose-keys.ts'
import { renewStoredKeys } from './renew-stored-keys.ts'
import { hashedColumns, sealedColumns } from './stored-keys.ts'

/** What somebody holds that depends on a secret, and how they use it at a shop. */
interface Belonging {
  works: (shop: TestApi) => Promise<boolean>
  /** Whether it still works after the job when the former secrets are gone. */
  stays: boolean
}

const BUYER = 'dana@example.com'
const PHONE = '+12015550199'
const QUIET = { brandId: 1, occasion: 'after_flight', email: BUYER } as const

const former = testSettings().secrets
const change = (toValues: (ring: KeyRing) => string[]): Secrets => ({
  session: makeKeyRing(toValues(former.session)),
  jwt: makeKeyRing(toValues(former.jwt)),
  code: makeKeyRing(toValues(former.code)),
  webhook: makeKeyRing(toValues(former.webhook)),
})
const fresh = (ring: KeyRing) => `newer-${newestSecret(ring)}`
const rotated = change((ring) => [fresh(ring), ...secretsOf(ring)])
const ended = change((ring) => [fresh(ring)])

let shop: PayingShop
let belongings: Record<string, Belonging>
let minutes = 0

/** Another process on the same database, a little later, because no code of an app works twice. */
function processWith(secrets: Secrets): Promise<TestApi> {
  const now = new Date(shop.clock.now().getTime() + ++minutes * 60_000)
  return createTestApi({ database: shop.deps.database, settings: testSettings({ secrets }), now })
}

const findsStatus =
  (status: number, method: string, path: string, options: Parameters<TestApi['call']>[2] = {}) =>
  async (at: TestApi) =>
    (await at.call(method, path, options)).status === status

beforeAll(async () => {
  shop = await openPayingShop()
  const { database } = shop.deps
  const { order, buyer } = await sellOrder(shop, { seats: 2 })
  await shop.runDueNow()
  const { text = '', html = '' } = shop.mailer.to(buyer.email).at(-1) ?? {}
  const orderLink = /\/orders\/([0-9a-f]{48})(?![\w/])/.exec(text)?.[1] ?? ''
  const receipt = /\/orders\/([\w-]+)\/receipt/.exec(text + html)?.[1] ?? ''
  const opened = OrderLinkReply.parse((await shop.call('GET', `/v1/order_links/${orderLink}`)).body)
  const passenger = opened.party.passengers[0]?.link?.split('/').at(-1) ?? ''
  const { code } = await giveGiftCard(shop.deps, buyer.userId)
  const draft = DraftReply.parse(
    (await shop.call('POST', '/v1/drafts', { body: { draft: { fields: { name: 'Dana' } } } })).body,
  ).draft

  const staff = await logIn(shop, 'staff@example.com', false)
  const started = await shop.call('POST', '/v1/second_factor', { token: staff })
  const { secret } = SecondFactorSecretReply.parse(started.body).second_factor
  const show = (at: TestApi, token: string) => {
    const body = { second_factor: { code: getAuthenticatorCode(secret, at.clock.now()) } }
    return at.call('PUT', '/v1/second_factor', { token, body })
  }
  expect((await show(shop, staff)).status).toBe(200)
  const made = await shop.call('POST', '/v1/second_factor/recovery_codes', { token: staff, body: {} })
  const { codes } = NewRecoveryCodesReply.parse(made.body).recovery_codes
  const [used, unused] = [await makeApiKey(shop), await makeApiKey(shop)]

  // The address stands in a mail, and the number in a text that was sent.
  await database.query(`update orders set email = $1 where id = $2`, [BUYER, order.id])
  const stop = makeCareStopToken(shop.deps, QUIET)
  const stopped = readCareStopToken(shop.deps, stop)
  if (!stopped) throw new Error('A link that was just made is not read')
  await writeCareStop(database.db, stopped, { isStopped: true, now: shop.clock.now() })
  await database.query(
    `insert into text_consents (order_id, phone, words, given_to, given_at) values ($1, $2, 'Yes', 'shop', $3)
      on conflict do nothing`,
    [order.id, PHONE, shop.clock.now()],
  )
  await database.db.transaction((tx) =>
    stopNumber(tx, shop.deps.settings, { brandId: 1, phone: PHONE }, shop.clock.now()),
  )
  const endpoint = newSecret(shop.deps.settings)
  await database.query(
    `insert into webhook_endpoints (url, events, secret_sealed, created_by, created_at)
      values ('https://example.com/hooks', '{order.completed}', $1, 1, $2)`,
    [endpoint.sealed, shop.clock.now()],
  )
  const newsletter = makeNewsletterToken(shop.deps, 7, { use: 'stop' })
  const expiresAt = Math.floor(shop.clock.now().getTime() / 1000) + 3600
  const unpaid = await shop.order(buyer.token, 1)
  const payment = paymentToken(former.code, { orderId: unpaid.id, email: buyer.email, expiresAt })

  belongings = {
    'a log-in': { works: findsStatus(200, 'GET', '/v1/users/me', { token: buyer.token }), stays: false },
    'the link to an order': { works: findsStatus(200, 'GET', `/v1/order_links/${orderLink}`), stays: true },
    'the link to a receipt': { works: findsStatus(200, 'GET', `/v1/receipt_links/${receipt}`), stays: false },
    'the link of a passenger': {
      works: findsStatus(200, 'GET', `/v1/passenger_links/${passenger}`),
      stays: true,
    },
    'a link to pay': {
      works: findsStatus(200, 'POST', '/v1/payment_links/preview', {
        body: { token: payment },
      }),
      stays: false,
    },
    'a gift card': { works: findsStatus(201, 'POST', '/v1/codes', { body: { code } }), stays: true },
    'a draft': {
      works: async (at) => {
        const { status, body } = await at.call('GET', `/v1/drafts/${draft.id}`)
        return status === 200 && DraftReply.parse(body).draft.fields['name'] === 'Dana'
      },
      stays: true,
    },
    'a second factor': {
      works: async (at) => {
        const { status } = await show(at, await logIn(at, 'staff@example.com', false))
        return status === 200
      },
      stays: true,
    },
    'a recovery code': {
      works: async (at) => {
        const body = { recovery_code: { recovery_code: codes.pop() ?? '' } }
        const token = await logIn(at, 'staff@example.com', false)
        return (await at.call('PUT', '/v1/second_factor/recovery_codes', { token, body })).status === 200
      },
      stays: false,
    },
    'an API key that is in use': {
      works: findsStatus(200, 'GET', '/v1/orders', { token: used.key }),
      stays: true,
    },
    'the secret of a webhook endpoint': {
      works: async (at) => {
        const { rows } = await database.query(`select secret_sealed as sealed from webhook_endpoints
          where url = 'https://example.com/hooks'`)
        return openSecret(at.deps.settings, rows[0]?.['sealed'] as Uint8Array) === endpoint.secret
      },
      stays: true,
    },
    'a stop of care messages': {
      works: async (at) => !(await isCareWanted(database.db, at.deps, QUIET)),
      stays: true,
    },
    'a stop of texts': {
      works: async (at) => {
        const number = { brandId: 1, phone: PHONE }
        return (await readNumberState(database.db, at.deps.settings, number)) === 'stopped'
      },
      stays: true,
    },
    'a link that ends the newsletter': {
      works: (at) => Promise.resolve(isNewsletterToken(at.deps, newsletter, { use: 'stop' })),
      stays: false,
    },
    'the link that stops care messages': {
      works: (at) => Promise.resolve(readCareStopToken(at.deps, stop) !== undefined),
      stays: false,
    },
  }
  // One key is never used again, so only its owner could have it hashed anew.
  expect(unused.key).not.toBe(used.key)
})
afterAll(() => shop.close())

const tryAll = async (secrets: Secrets) => {
  const at = await processWith(secrets)
  const works: string[] = []
  for (const [name, one] of Object.entries(belongings)) if (await one.works(at)) works.push(name)
  return works
}

describe('a rotation of every secret', () => {
  test('leaves each link, code, key and log-in working, before and after the job', async () => {
    const all = Object.keys(belongings)
    expect(await tryAll(former)).toEqual(all)
    expect(await tryAll(rotated)).toEqual(all)
    const at = await processWith(rotated)
    expect(await renewStoredKeys(at.deps)).toBeGreaterThan(10)
    expect(await renewStoredKeys(at.deps)).toBe(0)
    expect(await tryAll(rotated)).toEqual(all)
  })

  test('leaves to the former key only what its owner alone knows, and the doctor says so', async () => {
    const left = await countStoredKeys(shop.deps.database, rotated.code)
    expect(left.map(({ what, isRenewed }) => [what, isRenewed])).toEqual([
      ['API keys', false],
      ['recovery codes', false],
      ['known devices', false],
    ])
    const [first, ...others] = await diagnoseKeys(shop.deps.database, { secrets: rotated })
    expect(first).toMatchObject({ level: 'advice', about: 'secrets' })
    expect(first?.message).toMatch(
      /^The key \w{4} of CODE_SECRET is still needed\. Without it API keys \(1\) must/,
    )
    expect(others.map(({ message }) => message.split(' ')[0])).toEqual(['SESSION_SECRET', 'JWT_SECRET'])
  })

  test('a link in an older mail takes back the stop that it made', async () => {
    const at = await processWith(rotated)
    const { db } = shop.deps.database
    const stop = readCareStopToken(at.deps, makeCareStopToken({ settings: testSettings() }, QUIET))
    if (!stop) throw new Error('The link of the former key is not read')
    await writeCareStop(db, stop, { isStopped: false, now: at.clock.now() })
    expect(await isCareWanted(db, at.deps, QUIET)).toBe(true)
    await writeCareStop(db, stop, { isStopped: true, now: at.clock.now() })
    expect(await isCareWanted(db, at.deps, QUIET)).toBe(false)
    expect(await renewStoredKeys(at.deps)).toBe(1)
  })

  test('ends with the former values what is only signed, nothing that was sealed anew', async () => {
    const stays = Object.entries(belongings).flatMap(([name, one]) => (one.stays ? [name] : []))
    expect(await tryAll(ended)).toEqual(stays)
    const [gone] = await diagnoseKeys(shop.deps.database, { secrets: ended })
    expect(gone).toMatchObject({ level: 'missing', about: 'secrets' })
    expect(gone?.message).toContain('no longer holds the key')
    expect(gone?.message).toContain('API keys (1) must be made anew')
  })
})

test('what is sealed with a key that is gone is refused as wrong, not as a failure', async () => {
  const at = await processWith(change((ring) => [`other-${newestSecret(ring)}`]))
  const token = await logIn(at, 'staff@example.com', false)
  const wrong = await at.call('PUT', '/v1/second_factor', {
    token,
    body: { second_factor: { code: '123456' } },
  })
  expect([wrong.status, Object.keys(wrong.body as object)]).toEqual([422, ['code']])
  expect(await belongings['a draft']?.works(at)).toBe(false)
  expect(await belongings['a gift card']?.works(at)).toBe(false)
  expect(await belongings['an API key that is in use']?.works(at)).toBe(false)
})

/** Columns with these names that hold something else, or nothing that lasts. */
const OTHERS = [
  // Hashes without a key: passwords, random tokens, bodies of requests.
  'account_tokens.token_hash',
  'flight_photos.source_hash',
  'gift_shares.token_hash',
  'idempotency_keys.body_hash',
  'order_changes.wish_hash',
  'orders.cart_hash',
  'payment_attempts.params_hash',
  'users.password_hash',
  'waitlist_entries.token_hash',
  'waitlist_offers.token_hash',
  // Pictures.
  'photo_files.content',
  'photos.picture',
  // A public key.
  'passkeys.public_key',
  // They only count, for a day at most.
  'orders.network_key',
  'waitlist_entries.network_key',
  // The hash before, for links in older mails.
  'care_stops.former_hash',
]

test('every column that is sealed or hashed with a key is renewed, or listed as something else', async () => {
  const { rows } = await shop.deps.database.query(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and (data_type = 'bytea' or column_name like '%\\_hash'
        or column_name in ('email_key', 'card_key', 'network_key'))`,
  )
  const listed = [
    ...sealedColumns.flatMap(({ table, column, hash }) =>
      [column, hash?.column].flatMap((one) => (one === undefined ? [] : [`${table}.${one}`])),
    ),
    ...hashedColumns.map(({ table, column }) => `${table}.${column}`),
    ...OTHERS,
  ]
  expect(rows.map(({ name }) => String(name)).toSorted()).toEqual(listed.toSorted())
})
