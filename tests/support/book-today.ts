import pino from 'pino'
import { createApi } from '#api/app.ts'
import { openDatabase } from '#api/db/client.ts'
import { type ApiDeps } from '#api/deps.ts'
import { addDays, instantOf, toLocalDate } from '#api/rules/time/local-time.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { memoryFiles } from './memory-files.ts'
import { RecordingMailer } from './recording-mailer.ts'
import { openStaffMember } from './staff-member.ts'
import { TestClock } from './test-clock.ts'
import { testSettings } from './test-settings.ts'
import { unreachableStripe } from './unreachable-stripe.ts'

/** The calendar that the desk goes by. */
export const DESK_ZONE = 'America/New_York'

const PEOPLE = ['Ada Lind', 'Bo Lind']

/**
 * Books a flight of today and one of tomorrow for two people whose weights nobody knows, and hires
 * a second pilot. It is sold as of the day's beginning, so that the desk has a flight of today at
 * every hour, and one of the new day after midnight.
 */
export async function bookToday(dataDir: string): Promise<void> {
  const database = await openDatabase({ databaseUrl: undefined, dataDir })
  const date = toLocalDate(new Date(), DESK_ZONE)
  const deps: ApiDeps = {
    settings: testSettings({ secrets: ensureSecrets(dataDir) }),
    database,
    clock: new TestClock(instantOf(date, '00:05', DESK_ZONE)),
    stripe: unreachableStripe(),
    mailer: new RecordingMailer(),
    files: memoryFiles(),
    log: pino({ level: 'silent' }),
  }
  await openStaffMember(deps, 'pilot')
  const { token } = await openStaffMember(deps)
  for (const day of [date, addDays(date, 1)]) await bookFlight(deps, token, day)
  await database.close()
}

/** Sells the last flight of a day, paid by the card terminal. */
async function bookFlight(deps: ApiDeps, token: string, date: string): Promise<void> {
  const api = createApi(deps)
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
    const request = new Request(new URL(path, 'http://v1.internal'), {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    })
    const answer = await api.fetch(request, { visitorAddress: '203.0.113.7' })
    if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`)
    return answer.json()
  }
  const found = await call('GET', `/v1/availability/day?product_id=6&date=${date}`)
  const flight = AvailabilityDayReply.parse(found).availability.departures.findLast(
    ({ seats_left: left }) => left >= PEOPLE.length,
  )
  if (!flight) throw new Error(`No flight of ${date} has room`)
  const { departure_id, depart_at } = flight
  const placed = await call('POST', '/v1/orders', {
    order: {
      brand_id: 1,
      customer: { email: `flies.${date}@example.com` },
      order_item_seats_attributes: [{ departure_id, depart_at, quantity: PEOPLE.length }],
      passengers_attributes: PEOPLE.map((full_name) => ({ full_name, weight: null })),
      terms_and_conditions: true,
    },
  })
  const { id: order_id, amount_due: amount } = OrderReply.parse(placed).order
  const counter_payment = { order_id, method: 'reader', amount, reader_reference: `TODAY-${date}` }
  await call('POST', '/v1/counter_payments', { counter_payment })
}
