import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#api/db/client.ts'
import { createSmtpMailer } from '#api/gateways/smtp-mailer.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { type Composed, composeKillable } from './compose-killable.ts'
import { expectedOutcome, type PurchaseOutcome, readOutcome } from './how-it-ended.ts'
import { ServiceDied, startKillableService } from './killed-shop.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type PurchaseFixture, preparePurchaseFixture } from './purchase-ground.ts'
import {
  abandonedPoints,
  type PurchaseEnding,
  latePaymentPoints,
  paidPoints,
  releasePoints,
  type StopPoint,
  tenderPoints,
  type PaymentWay,
} from './stop-points.ts'
import {
  abandon,
  buy,
  call,
  type PlacedOrder,
  order,
  pay,
  payTooLate,
  type PurchaseWorld,
} from './stopped-purchase.ts'
import { twoAtATime } from './two-at-a-time.ts'

/** It is a bit more than half an hour, so that every hold and the hosted page have expired. */
const MUCH_LATER = 40
const WAYS: readonly PaymentWay[] = ['hosted', 'card', 'token', 'wallet']

let postgres: SharedPostgres
let ground: PurchaseFixture
beforeAll(async () => {
  postgres = sharedPostgres()
  ground = await preparePurchaseFixture(postgres)
})

/** What a run left behind when its service was killed. */
interface Wreck {
  databaseUrl: string
  mails: MailServer
  known: PlacedOrder | undefined
}

/** The buyer is a guest who pays by card, or a customer with an account and tenders. */
const guest = () => ({
  email: ground.email,
  token: ground.token,
  cents: ground.cents,
  beside: undefined,
  captured: 0,
})
const member = () => {
  const { email, token, cents, tenders } = ground.member
  return { email, token, cents, beside: { tenders, due: cents / 100 }, captured: 3 }
}
type Who = () => ReturnType<typeof guest> | ReturnType<typeof member>

type Story = (scene: PurchaseWorld, remember: (known: PlacedOrder) => void) => Promise<void>

/** Plays a purchase on a service that kills itself at the point, and checks that it did. */
async function wreck(point: StopPoint, story: Story, who: Who = guest): Promise<Wreck> {
  const databaseUrl = await postgres.createDatabase(ground.databaseUrl)
  const mails = await startMailServer()
  const { now, flight } = ground
  const { token, beside } = who()
  const doomed = await startKillableService(point, { databaseUrl, smtpUrl: mails.url, now })
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  const deliver = async (body: string, signature: string) => {
    const headers = { 'Stripe-Signature': signature }
    const { ok } = await doomed.fetch('/v1/stripe/webhooks', { method: 'POST', body, headers })
    if (!ok) throw new Error('the event was not taken')
  }
  const { sandbox, clock } = await composeKillable({
    database,
    now,
    mailer: createSmtpMailer(mails.url),
    deliver,
  })
  const scene: PurchaseWorld = {
    fetch: doomed.fetch,
    work: async () => void (await doomed.fetch('/harness/work')),
    setClock: async (at) => {
      clock.set(at)
      await doomed.fetch(`/harness/clock?now=${at.toISOString()}`)
    },
    provider: sandbox,
    database,
    token,
    flight,
    beside,
  }
  const left: Wreck = { databaseUrl, mails, known: undefined }
  try {
    await story(scene, (known) => (left.known = known))
    doomed.kill()
    throw new Error(`The service never came to “${point.name}”`)
  } catch (error) {
    if (!(error instanceof ServiceDied)) throw error
    expect(await doomed.ended()).toBe('SIGKILL')
  } finally {
    await sandbox.control.webhooks.settled()
    await database.close()
  }
  return left
}

/** Starts the service again on a copy of the data, without a stop point. */
async function restart(
  left: Wreck,
  minutes: number,
  act: (again: Composed, scene: PurchaseWorld) => Promise<void>,
  who: Who,
): Promise<PurchaseOutcome> {
  const database: Database = await openDatabase({
    databaseUrl: await postgres.createDatabase(left.databaseUrl),
    dataDir: '',
  })
  const box: { again?: Composed } = {}
  const again = await composeKillable({
    database,
    now: new Date(Date.parse(ground.now) + minutes * 60_000),
    mailer: createSmtpMailer(left.mails.url),
    deliver: async (body, signature) => {
      const headers = { 'Stripe-Signature': signature }
      const request = new Request('http://v1.internal/v1/stripe/webhooks', { method: 'POST', body, headers })
      if (!(await box.again?.api.fetch(request))?.ok) throw new Error('the event was not taken')
    },
  })
  box.again = again
  const before = left.mails.received.length
  const scene: PurchaseWorld = {
    fetch: async (path, init) => again.api.fetch(new Request(`http://v1.internal${path}`, init)),
    work: again.work,
    setClock: (now) => Promise.resolve(again.clock.set(now)),
    provider: again.sandbox,
    database,
    flight: ground.flight,
    ...who(),
  }
  try {
    await act(again, scene)
    return await readOutcome({ database, stripe: again.deps.stripe, mails: left.mails.received }, who().email)
  } finally {
    left.mails.received.splice(before)
    await again.sandbox.control.webhooks.settled()
    await database.close()
  }
}

const endingOf = ({ ends }: StopPoint, way: PaymentWay): PurchaseEnding => {
  const how = typeof ends === 'string' ? ends : ends[way]
  if (!how) throw new Error(`It is not said how this ends for ${way}`)
  return how
}

/** Nobody returns and every event is lost, so one sweep must settle the order. */
async function expectSwept(
  left: Wreck,
  how: PurchaseEnding,
  written: boolean,
  who: Who = guest,
): Promise<void> {
  const sweep = ({ work }: Composed) => work()
  const swept = await restart(left, MUCH_LATER, sweep, who)
  const { cents, captured } = who()
  expect(swept).toEqual(expectedOutcome(how, cents, { written, captured }))
}

/** The shopper sees a broken connection and continues after two minutes; the events arrive, too. */
async function expectResumed(left: Wreck, way: PaymentWay, who: Who = guest): Promise<void> {
  const resumed = await restart(
    left,
    2,
    async ({ work, sandbox }, scene) => {
      const known = left.known ?? (await order(scene))
      const { body } = await call(scene, 'GET', `/v1/orders/${String(known.orderId)}`)
      const { status } = body['order'] as { status: string }
      if (status !== 'completed') expect([201, 409]).toContain((await pay(scene, known, way)).status)
      await call(scene, 'GET', `/v1/orders/${String(known.orderId)}`)
      await sandbox.tick()
      await work()
      await work()
    },
    who,
  )
  const { cents, captured } = who()
  expect(resumed).toEqual(expectedOutcome('paid', cents, { captured }))
}

const turns = twoAtATime()

/**
 * A typed card takes the steps of a saved card, except for the calls to the provider and their
 * repetition.
 */
const isOfToken = ({ doing }: StopPoint) =>
  'calls' in doing ||
  ('runs' in doing ? doing.runs : 'commits' in doing ? doing.commits : /never/).source.includes(
    'payment_attempts',
  )

/**
 * Every point with every means of payment takes long, so without FULL each point is tried with one,
 * in turn.
 */
const cases = (points: readonly StopPoint[], ways: readonly PaymentWay[]) =>
  points.flatMap((point, at) => {
    const possible = ways.filter(
      (way) => (point.ways ?? ways).includes(way) && (way !== 'token' || isOfToken(point)),
    )
    const chosen = process.env['FULL'] === 'true' ? possible : [possible[at % possible.length] ?? 'hosted']
    return chosen.map((way) => [point.name, way, point] as const)
  })

describe('a purchase whose process is killed', () => {
  test.concurrent.each(cases(paidPoints, WAYS))(
    'killed at “%s” (%s), a purchase is completed or released',
    (_, way, point) =>
      turns(async () => {
        const left = await wreck(point, (scene, remember) => buy(scene, way, remember))
        await expectSwept(left, endingOf(point, way), point.name !== 'order not yet committed')
        await expectResumed(left, way)
        await left.mails.close()
      }),
  )
})

describe('an abandoned payment whose process is killed', () => {
  test.concurrent.each(cases(abandonedPoints, ['hosted', 'card', 'wallet']))(
    'killed at “%s” (%s), an abandoned payment is closed or paid',
    (_, way, point) =>
      turns(async () => {
        const left = await wreck(point, (scene) => abandon(scene, way, ground.now))
        await expectSwept(left, endingOf(point, way), true)
        await left.mails.close()
      }),
  )
})

describe('late money whose process is killed', () => {
  test.concurrent.each(cases(latePaymentPoints, ['hosted', 'wallet']))(
    'killed at “%s” (%s), late money is refunded',
    (_, way, point) =>
      turns(async () => {
        const left = await wreck(point, (scene) =>
          payTooLate(scene, way, () => ground.sellOut(scene.database)),
        )
        await expectSwept(left, endingOf(point, way), true)
        await left.mails.close()
      }),
  )
})

describe('a purchase with a gift card, a voucher and credit whose process is killed', () => {
  test.concurrent.each(cases(tenderPoints, ['card', 'hosted', 'wallet']))(
    'killed at “%s” (%s), a purchase with tenders is completed or released',
    (_, way, point) =>
      turns(async () => {
        const left = await wreck(point, (scene, remember) => buy(scene, way, remember), member)
        await expectSwept(left, endingOf(point, way), true, member)
        await expectResumed(left, way, member)
        await left.mails.close()
      }),
  )
  test.concurrent.each(cases(releasePoints, ['hosted', 'card']))(
    'killed at “%s” (%s), an abandoned purchase releases its tenders',
    (_, way, point) =>
      turns(async () => {
        const left = await wreck(point, (scene) => abandon(scene, way, ground.now), member)
        await expectSwept(left, endingOf(point, way), true, member)
        await left.mails.close()
      }),
  )
})
