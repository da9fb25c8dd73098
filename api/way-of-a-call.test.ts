import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayingShop, type PayingShop } from '#tests/support/paying-shop.ts'

let shop: PayingShop
beforeAll(async () => {
  shop = await openPayingShop()
})
afterAll(() => shop.close())

const ROOT = fileURLToPath(new URL('../', import.meta.url))
const ours = /^(api|app|settings|web)\//
/** Tables are declared in files that no call runs through; tests are not the shop. */
const declared = /^api\/db\/schema\/|\.test\.ts$/

/**
 * Lists our own files of which a function ran during a call, from the coverage that V8 counts. A
 * file that only gave a constant does not count: reading an import is a function named `get` here.
 */
async function listFilesOf(call: () => Promise<{ status: number }>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  const { status } = await call()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
  expect(status).toBe(201)
  return result
    .filter(({ functions }) =>
      functions.some(({ functionName, ranges }) => functionName !== 'get' && (ranges[0]?.count ?? 0) > 0),
    )
    .map(({ url }) => url.replace(/^file:\/\//, '').replace(ROOT, ''))
    .filter((file) => ours.test(file) && !declared.test(file))
    .sort()
}

// `docs/architecture.md` describes both ways, file by file.
test('a quote runs through 22 files at most', async () => {
  const token = await shop.guest('quote@example.com')
  const flight = await shop.nextFlight()
  const body = {
    brand_id: 1,
    departure_id: flight.departureId,
    depart_at: flight.departAt,
    quantity_type: 'seat',
    quantity: 2,
  }
  const files = await listFilesOf(() => shop.call('POST', '/v1/quotes', { token, body }))
  expect(files).toContain('api/pricing/quote-cart.ts')
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(22)
})

test('a payment by card, up to its queued mail, runs through 31 files at most', async () => {
  const token = await shop.guest('payment@example.com')
  const order = await shop.order(token, 2, await shop.nextFlight())
  const files = await listFilesOf(() => shop.pay(token, order, { stripe_source: 'pm_card_visa' }))
  expect(files).toContain('api/store/mails/queue-mail.ts')
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(31)
})
