import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Account, logInAgain, openAccount } from '#tests/support/give-tenders.ts'
import { guestToken } from '#tests/support/shopper.ts'
import { createTestApi, type TestApi } from '#tests/support/test-api.ts'
import { testSettings } from '#tests/support/test-settings.ts'
import { limitedCalls } from '../rules/access/call-limits.ts'

let first: TestApi
let shop: TestApi
let account: Account
beforeAll(async () => {
  first = await createTestApi({ seeded: true })
})
// Each test has its own service, which has counted nothing yet.
beforeEach(async () => {
  const { database } = first.deps
  shop = await createTestApi({ database, settings: testSettings({ limitFactor: 1 }) })
  account = await openAccount(shop.deps, { proven: false })
})
afterAll(() => first.close())

const VICTIM = 'victim@example.com'

interface Walk {
  /** A valid body that acts on the victim's e-mail. */
  body: unknown
  /** How many calls pass before the limit by e-mail or by order refuses one. */
  passes: number
  /** The request's path where it differs from the route; each spelling means the same order. */
  paths?: readonly string[]
  /** The caller's session: a new one for each call, of one account or of a guest. */
  signedIn?: 'account' | 'guest'
}

const ORDER_PATHS = ['4711', '04711', '4711.0', '%34711']
const orderPaths = (end: string) => ORDER_PATHS.map((id) => `/v1/orders/${id}/${end}`)
const page = 'http://shop.test/page'
const link = { order_number: 'O-4711', email: VICTIM }
const registered = { first_name: 'Ida', last_name: 'Lund', phone: '(212) 555-0100', password: 'heliport' }
const departing = { brand_id: 1, departure_id: 1, depart_at: '2027-05-20T18:30:00Z' }
const waiting = { ...departing, quantity_type: 'seat', quantity: 1, consent: true }
const upgrades = [{ upgrade_id: 1, quantity: 1 }]
const moving = { ...departing, items: { reschedule_fee: 0, reschedule_price_difference: 0 } }

/**
 * These changes refuse unknown fields, so each decoy counts as a failure of the order that the path
 * names.
 */
const REFUSED_CHANGES = 12

/** Each call that is limited by the e-mail or the order it acts on. */
const walks: Readonly<Record<string, Walk>> = {
  'POST /v1/user_token': { body: { auth: { email: VICTIM, password: 'wrong' } }, passes: 100 },
  'POST /v1/users': { body: { user: { ...registered, email: VICTIM } }, passes: 5 },
  'POST /v1/password_resets': { body: { password_reset: { email: VICTIM } }, passes: 3 },
  'POST /v1/email_proofs': { body: { email_proof: {} }, passes: 3, signedIn: 'account' },
  'POST /v1/email_changes': {
    body: { email_change: { email: VICTIM, password: 'wrong' } },
    passes: 3,
    signedIn: 'account',
  },
  'POST /v1/customers': { body: { customer: { email: VICTIM } }, passes: 30 },
  'POST /v1/resumptions': {
    body: { resumption: { draft_id: 'none', brand_id: 1, path: '/checkout/x/pay', email: VICTIM } },
    passes: 3,
  },
  'POST /v1/waitlist_entries': { body: { waitlist_entry: { ...waiting, email: VICTIM } }, passes: 10 },
  'POST /v1/form_entries': {
    body: {
      form_entry: {
        form: 'contest',
        brand_id: 1,
        stamp: 'none',
        name: 'Ida',
        email: VICTIM,
        contest_id: 1,
        consent: true,
      },
    },
    passes: 6,
  },
  'POST /v1/newsletter_sign_ups': {
    body: {
      newsletter_sign_up: { brand_id: 1, list: 'news', stamp: 'none', email: VICTIM, consent: true },
    },
    passes: 2,
  },
  'PUT /v1/orders/:id/email': {
    body: { order: { email: VICTIM } },
    passes: 5,
    paths: orderPaths('email'),
    signedIn: 'guest',
  },
  'POST /v1/orders/:id/passengers/:passenger/mails': {
    body: { email: VICTIM },
    passes: 20,
    paths: orderPaths('passengers/1/mails'),
    signedIn: 'account',
  },
  'POST /v1/reschedule_links': { body: { reschedule_link: { ...link, url: page } }, passes: 3 },
  'POST /v1/reschedule_claim_links': { body: { reschedule_claim_link: link }, passes: 5 },
  'POST /v1/payments': {
    body: { payment: { order_id: 4711, stripe_payment: { amount: 100, hosted: true } } },
    passes: 60,
    signedIn: 'account',
  },
  'PATCH /v1/orders/:id/update_upgrades': {
    body: { order: { updated_total_price: 100, order_item_upgrades: upgrades } },
    passes: REFUSED_CHANGES,
    paths: orderPaths('update_upgrades'),
    signedIn: 'account',
  },
  'POST /v1/orders/:id/guests': {
    body: { added_guests: { guests: [{}], party: 1, updated_total_price: 100 } },
    passes: 60,
    paths: orderPaths('guests'),
    signedIn: 'account',
  },
  'PATCH /v1/orders/:id/reschedule_flight': {
    body: { order: moving },
    passes: REFUSED_CHANGES,
    paths: orderPaths('reschedule_flight'),
    signedIn: 'account',
  },
}

const WRAPPERS = [
  ...Object.values(walks).flatMap(({ body }) => Object.keys(body as object)),
  'data',
  'account',
]

/**
 * The body with another e-mail and another order at every level: by name, and under the name of
 * every call's wrapper.
 */
function withDecoys(value: unknown, index: number): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const decoy = { email: `decoy${String(index)}@example.com`, order_id: 900_000 + index }
  const parts = Object.entries(value).map(([name, part]) => [name, withDecoys(part, index)])
  // The real value comes last and replaces a decoy of the same name.
  return {
    ...Object.fromEntries(WRAPPERS.map((name) => [name, decoy])),
    ...decoy,
    ...Object.fromEntries(parts),
  }
}

const tokenOf = {
  account: () => logInAgain(shop.deps, account.userId),
  guest: () => guestToken(shop),
}

async function callOnce(call: string, walk: Walk, index: number) {
  const [method = '', pattern = ''] = call.split(' ')
  const path = walk.paths?.[index % walk.paths.length] ?? pattern
  const decoys = `email=decoy${String(index)}@example.com&order_id=${String(900_000 + index)}`
  const { status } = await shop.call(method, `${path}?${decoys}`, {
    body: withDecoys(walk.body, index),
    bindings: { visitorAddress: `203.0.${String(index >> 8)}.${String(index % 256)}` },
    ...(walk.signedIn ? { token: await tokenOf[walk.signedIn]() } : {}),
  })
  return status
}

/** This call counts together with the call that mails, and mails nothing itself. */
const ACTS_ON_NO_EMAIL = 'POST /v1/orders/:id/passengers/:passenger/link'
const limitedBySubject = Object.entries(limitedCalls).filter(
  ([call, rule]) =>
    call !== ACTS_ON_NO_EMAIL && rule !== 'unlimited' && rule.limits.some(({ by }) => /email|order/.test(by)),
)

test.each(limitedBySubject.map(([call]) => call))(
  '%s counts the account it acts on and ignores decoys at any level',
  async (call) => {
    const walk = walks[call]
    if (!walk) throw new Error(`${call} is limited by e-mail or order: add it to the walk`)
    const statuses: number[] = []
    while (statuses.length <= walk.passes) statuses.push(await callOnce(call, walk, statuses.length))
    expect(statuses.indexOf(429)).toBe(walk.passes)
  },
)

describe('an e-mail that a call does not act on', () => {
  test('is not counted, so that no person is locked out by being named', async () => {
    const visitorAddress = '198.51.100.1'
    const known = shop.deps.settings.demoPassword
    for (let index = 0; index < 10; index++) {
      const auth = { email: `other${String(index)}@example.com`, password: 'wrong' }
      const body = { email: 'customer@example.com', user: { email: 'customer@example.com' }, auth }
      const path = '/v1/user_token?email=customer@example.com'
      expect((await shop.call('POST', path, { body, bindings: { visitorAddress } })).status).toBe(401)
    }
    const body = { auth: { email: 'customer@example.com', password: known } }
    const answer = await shop.call('POST', '/v1/user_token', { body, bindings: { visitorAddress } })
    expect(answer.status).toBe(201)
  })
})
