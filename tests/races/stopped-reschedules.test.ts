import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { RecordingMailer } from '../support/recording-mailer.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { type ChosenDeparture, departureAt, seatOrder } from '../support/shopper.ts'
import { composeKillable } from './compose-killable.ts'
import { readOutcome } from './how-it-ended.ts'
import { ServiceDied, startKillableService } from './killed-shop.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type PurchaseFixture, preparePurchaseFixture } from './purchase-ground.ts'
import { reschedulePoints, type StopPoint } from './stop-points.ts'
import { twoAtATime } from './two-at-a-time.ts'

/** By then every hold of a reschedule and the provider's page have expired. */
const MUCH_LATER_MS = 40 * 60_000
const FEE = 50

let postgres: SharedPostgres
let mails: MailServer
let ground: PurchaseFixture
/** Creates a paid order of two seats that can be rescheduled. */
let sold: { databaseUrl: string; orderId: number; to: ChosenDeparture }
beforeAll(async () => {
  postgres = sharedPostgres()
  mails = await startMailServer()
  ground = await preparePurchaseFixture(postgres)
  sold = await sell()
})

const asked = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ground.token}` },
  body: JSON.stringify(body),
})

async function sell() {
  const databaseUrl = await postgres.createDatabase(ground.databaseUrl)
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  const { api, work } = await composeKillable({ database, now: ground.now, mailer: new RecordingMailer() })
  const send = async (path: string, body: unknown) => {
    const response = await api.fetch(new Request(`http://v1.internal${path}`, asked('POST', body)))
    if (response.status !== 201) throw new Error(`${path} answered ${String(response.status)}`)
    return (await response.json()) as { order: { id: number; amount_due: number } }
  }
  const { order } = await send('/v1/orders', seatOrder(ground.flight, 2))
  const stripe_payment = { amount: order.amount_due, stripe_source: 'pm_card_visa' }
  await send('/v1/payments', { payment: { order_id: order.id, stripe_payment } })
  await work()
  const to = await departureAt({ deps: { database } }, 6, '2027-05-27', '14:30')
  await database.close()
  return { databaseUrl, orderId: order.id, to }
}

const turns = twoAtATime()

test.concurrent.each(reschedulePoints.map((point) => [point.name, point.ends, point] as const))(
  'a reschedule killed at “%s” ends as %s with exact cents and seats',
  (_, ends, point) => turns(() => killAndComeBack(point, ends === 'paid')),
)

async function killAndComeBack(point: StopPoint, moved: boolean): Promise<void> {
  const databaseUrl = await postgres.createDatabase(sold.databaseUrl)
  const doomed = await startKillableService(point, { databaseUrl, smtpUrl: mails.url, now: ground.now })
  const items = { reschedule_fee: FEE, reschedule_price_difference: 0 }
  const body = {
    items,
    departure_id: sold.to.departure_id,
    depart_at: sold.to.depart_at,
    stripe_source: 'pm_card_visa',
  }
  const path = `/v1/orders/${String(sold.orderId)}/reschedule_flight`
  await expect(doomed.fetch(path, asked('PATCH', body))).rejects.toThrow(ServiceDied)
  expect(await doomed.ended()).toBe('SIGKILL')

  const database = await openDatabase({ databaseUrl, dataDir: '' })
  try {
    const now = new Date(Date.parse(ground.now) + MUCH_LATER_MS)
    const { deps, work } = await composeKillable({ database, now, mailer: new RecordingMailer() })
    await work()
    await work()
    const { rows } = await database.query('select depart_at from order_item_seats where order_id = $1', [
      sold.orderId,
    ])
    const there = moved ? sold.to.depart_at : ground.flight.depart_at
    expect(rows.map((row) => new Date(String(row['depart_at'])).toISOString())).toEqual([there])
    const ended = await readOutcome({ database, stripe: deps.stripe, mails: [] }, ground.email)
    const fees = moved ? [FEE * 100] : []
    expect({ ...ended, charges: ended.charges.toSorted((a, b) => b - a) }).toMatchObject({
      orders: ['completed'],
      seats: { sold: 2, held: 0, pinned: 0 },
      unexplained: 0,
      open: 0,
      charges: [ground.cents, ...fees],
      books: { all: 0, stripe: ground.cents + (moved ? FEE * 100 : 0), owed: 0 },
    })
  } finally {
    await database.close()
  }
}
