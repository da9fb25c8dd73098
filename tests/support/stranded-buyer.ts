import { openDatabase } from '#api/db/client.ts'
import { systemClock } from '#api/gateways/clock.ts'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { type Order, OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { ensureSecrets } from '#settings/kept-secrets.ts'
import { readSettings } from '#settings/settings.ts'
import { expect, test as base } from './audited-browser.ts'
import { findFlight } from './buyer.ts'
import { openStaffMember } from './staff-member.ts'
import { type RunningShop } from './start-shop.ts'

/** Creates a staff member with a second factor in the shop's own database. */
const desk = { token: '' }

/** `test` whose shop has a staff member who cancels departures. */
export const test = base.extend({
  // Playwright requires a destructured first argument even when it is empty.
  furnish: [
    async ({}, use) =>
      use(async (dataDir: string) => {
        const database = await openDatabase({ databaseUrl: undefined, dataDir })
        const settings = readSettings({ DATA_DIR: dataDir }, ensureSecrets)
        desk.token = (await openStaffMember({ database, settings, clock: systemClock })).token
        await database.close()
      }),
    { scope: 'worker' },
  ],
})

/** Sends a request to `/v1` that must be accepted. */
export async function call(shop: RunningShop, path: string, body: unknown, token = ''): Promise<unknown> {
  const headers = {
    'Content-Type': 'application/json',
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
  }
  const answer = await fetch(`${shop.origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`)
  return answer.json()
}

/** Buys two seats on a flight of its own, paid by card. */
export async function buyTwo(
  shop: RunningShop,
  token: string,
  more: Record<string, unknown> = {},
): Promise<Order> {
  const { date, departureId } = await findFlight(shop, 6, 'next', 'never')
  const day = await fetch(`${shop.origin}/v1/availability/day?product_id=6&date=${date}`)
  const { departures } = AvailabilityDayReply.parse(await day.json()).availability
  const depart_at = departures.find((one) => one.departure_id === departureId)?.depart_at
  const seats = { departure_id: departureId, depart_at, quantity: 2 }
  const placed = { brand_id: 1, order_item_seats_attributes: [seats], ...more }
  const { order } = OrderReply.parse(await call(shop, '/v1/orders', placed, token))
  const stripe_payment = { stripe_source: 'pm_card_visa', return_url: `${shop.origin}/order-confirmation` }
  await call(shop, '/v1/payments', { payment: { order_id: order.id, stripe_payment } }, token)
  return order
}

/**
 * Buys two seats, whose departure staff then cancel.
 * @returns after the buyer was notified
 */
export async function cancelDepartureOfBuyer(
  shop: RunningShop,
  more: Record<string, unknown> = {},
  who?: { email: string; token: string },
): Promise<{ email: string; order: Order; link: string }> {
  const email = who?.email ?? `${crypto.randomUUID()}@example.com`
  const token = who?.token ?? JwtReply.parse(await call(shop, '/v1/customers', { customer: { email } })).jwt
  const order = await buyTwo(shop, token, more)
  const [flight] = order.flights
  const call_off = {
    departure_id: flight?.departure_id,
    depart_at: flight?.depart_at,
    reason: 'weather',
    note: 'Gusts over the harbor all day.',
  }
  await call(shop, '/v1/call_offs', { call_off }, desk.token)
  return { email, order, link: await findRebookingLink(shop, email, /is called off/) }
}

/** Waits for the mail with this subject and returns its link to the rebooking offer. */
export async function findRebookingLink(shop: RunningShop, to: string, subject: RegExp): Promise<string> {
  const find = async () => (await shop.mails(to)).find((mail) => subject.test(mail.subject))?.text ?? ''
  await expect.poll(find, { timeout: 90_000, message: `${to} is told` }).toMatch(/\/reschedule-credits\//)
  return /\/reschedule-credits\/[\w-]+\/claim/.exec(await find())?.[0] ?? ''
}
