import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { RecordingMailer } from '../support/recording-mailer.ts'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { departureAt, seatOrder } from '../support/shopper.ts'
import { openStaffMember } from '../support/staff-member.ts'
import { composeKillable } from './compose-killable.ts'
import { ServiceDied, startKillableService } from './killed-shop.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type PurchaseFixture, preparePurchaseFixture } from './purchase-ground.ts'
import { type StopPoint, staffReschedulePoints } from './stop-points.ts'

const MINUTE = 60_000
/** It is later than the sweeper looks after a forgotten payment. */
const SOON_MS = 6 * MINUTE
const OVER_MS = 130 * MINUTE

let mails: MailServer
let ground: PurchaseFixture
let sold: Awaited<ReturnType<typeof sell>>
beforeAll(async () => {
  mails = await startMailServer()
  ground = await preparePurchaseFixture(sharedPostgres())
  sold = await sell()
})
afterAll(() => mails.close())

const asked = (token: string, body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
  body: JSON.stringify(body),
})

/** Creates a paid order, and the request of staff to reschedule it by a link. */
async function sell() {
  const databaseUrl = await sharedPostgres().createDatabase(ground.databaseUrl)
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  const { api, deps, work } = await composeKillable({
    database,
    now: ground.now,
    mailer: new RecordingMailer(),
  })
  const send = async (path: string, token: string, body: unknown) =>
    (await api.fetch(new Request(`http://v1.internal${path}`, asked(token, body)))).json() as Promise<
      Record<string, Record<string, number>>
    >
  const { order } = await send('/v1/orders', ground.token, seatOrder(ground.flight, 2))
  const stripe_payment = { amount: order?.['amount_due'], stripe_source: 'pm_card_visa' }
  await send('/v1/payments', ground.token, { payment: { order_id: order?.['id'], stripe_payment } })
  await work()
  const { token } = await openStaffMember(deps)
  const to = await departureAt({ deps: { database } }, 6, '2027-05-27', '14:30')
  const path = `/v1/orders/${String(order?.['id'])}`
  const at = { departure_id: to.departure_id, depart_at: to.depart_at }
  const { reschedule_quote: quote = {} } = await send(`${path}/staff_reschedule_quotes`, token, at)
  const items = {
    reschedule_fee: quote['reschedule_fee'],
    reschedule_price_difference: quote['reschedule_price_difference'],
  }
  const url = deps.settings.publicUrl
  const payment = {
    method: 'link',
    amount: quote['amount_due'],
    url: `${url}/pay`,
    return_url: `${url}/moved`,
  }
  await database.close()
  return {
    databaseUrl,
    orderId: Number(order?.['id']),
    token,
    path: `${path}/staff_reschedules`,
    body: { reschedule: { ...at, items, payment } },
  }
}

test.each(staffReschedulePoints.map((point) => [point.name, point] as const))(
  'a staff reschedule killed at “%s” holds seats only if the customer hears of it, and frees them in time',
  async (_, point: StopPoint) => {
    const databaseUrl = await sharedPostgres().createDatabase(sold.databaseUrl)
    const doomed = await startKillableService(point, { databaseUrl, smtpUrl: mails.url, now: ground.now })
    await expect(doomed.fetch(sold.path, asked(sold.token, sold.body))).rejects.toThrow(ServiceDied)
    expect(await doomed.ended()).toBe('SIGKILL')
    const database = await openDatabase({ databaseUrl, dataDir: '' })
    try {
      const mailer = new RecordingMailer()
      const now = Date.parse(ground.now)
      const { work, clock } = await composeKillable({ database, now: new Date(now + SOON_MS), mailer })
      // The sweeper opens the page, and the mail is tried again after a minute.
      await work()
      clock.advance(3)
      await work()
      const held = await database.query(
        "select coalesce(sum(seats), 0)::int as seats from holds where order_id = $1 and state = 'held'",
        [sold.orderId],
      )
      const told = () =>
        mailer.to(ground.email).filter(({ subject }) => subject.startsWith('Pay to move your flight'))
      expect({ seats: held.rows[0]?.['seats'], mails: told().length }).toEqual(
        point.when === 'before' ? { seats: 0, mails: 0 } : { seats: 2, mails: 1 },
      )
      clock.set(new Date(now + OVER_MS).toISOString())
      await work()
      await work()
      const after = await database.query("select 1 from holds where order_id = $1 and state = 'held'", [
        sold.orderId,
      ])
      expect([after.rows, told().length]).toEqual([[], point.when === 'before' ? 0 : 1])
    } finally {
      await database.close()
    }
  },
)
