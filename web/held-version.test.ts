import { expect, test } from 'vitest'
import { holdVersion, isSale, mayWrite } from './held-version.ts'

/** A version that counts how often it is read, and a clock. */
function createHeld() {
  const state = { current: 'v1', listening: true, busy: false, now: 0, validUntil: 1_000_000, reads: 0 }
  const held = holdVersion({
    read: async () => {
      state.reads += 1
      const { current: version, validUntil } = state
      await Promise.resolve()
      return { version, validUntil: new Date(validUntil) }
    },
    isListening: () => state.listening,
    isBusy: () => state.busy,
    clock: () => state.now,
    elapsed: () => state.now,
  })
  return { held, state }
}

test('while notices arrive, the version is read once and held', async () => {
  const { held, state } = createHeld()
  for (let time = 0; time < 5; time++) expect(await held.ask()).toBe('v1')
  expect(state.reads).toBe(1)
})

test('a write or a notice makes the next call read', async () => {
  const { held, state } = createHeld()
  await held.ask()
  state.current = 'v2'
  held.forget()
  expect(await held.ask()).toBe('v2')
  expect(state.reads).toBe(2)
})

test('what was read while something was written is not held', async () => {
  const { held, state } = createHeld()
  const asked = held.ask()
  state.current = 'v2'
  held.forget()
  await asked
  expect(await held.ask()).toBe('v2')
})

test.each([true, false])(
  'a busy process holds what it read for ten seconds, with notices: %s',
  async (listening) => {
    const { held, state } = createHeld()
    await held.ask()
    Object.assign(state, { busy: true, listening, now: 9_999, current: 'v2' })
    expect(await held.ask()).toBe('v1')
    state.now = 10_000
    expect(await held.ask()).toBe('v2')
    state.current = 'v3'
    held.forget()
    expect(await held.ask()).toBe('v3')
  },
)

test('without notices each call reads', async () => {
  const { held, state } = createHeld()
  await held.ask()
  state.listening = false
  state.current = 'v2'
  expect(await held.ask()).toBe('v2')
  expect(await held.ask()).toBe('v2')
  expect(state.reads).toBe(3)
})

test('after half a second the version is read again, because orders send no notice', async () => {
  const { held, state } = createHeld()
  await held.ask()
  state.current = 'v2'
  state.now = 499
  expect(await held.ask()).toBe('v1')
  state.now = 500
  expect(await held.ask()).toBe('v2')
})

/** Twelve calls of purchases within a second, each of which is shown at once. */
async function sellMost({ held, state }: ReturnType<typeof createHeld>) {
  for (let call = 1; call <= 12; call++) {
    await held.ask()
    state.current = `sold ${String(call)}`
    held.forgetSale()
    expect(await held.ask()).toBe(state.current)
  }
}

test.each([
  { busy: false, listening: true },
  { busy: true, listening: false },
])('of many purchases the first are shown at once, the others after half a second: %o', async (how) => {
  const { held, state } = createHeld()
  Object.assign(state, how)
  await sellMost({ held, state })
  const reads = state.reads
  for (state.now = 1; state.now < 500; state.now++) {
    state.current = `sold at ${String(state.now)}`
    held.forgetSale()
    expect(await held.ask()).toBe('sold 12')
  }
  expect(state.reads).toBe(reads)
  expect(await held.ask()).toBe('sold at 499')
})

test('a change of the catalogue is shown at once among many purchases', async () => {
  const { held, state } = createHeld()
  await sellMost({ held, state })
  held.forgetSale()
  state.current = 'dearer'
  held.forget()
  expect(await held.ask()).toBe('dearer')
})

test('a second after many purchases, the next one is shown at once again', async () => {
  const { held, state } = createHeld()
  await sellMost({ held, state })
  for (state.now = 0; state.now < 100; state.now++) held.forgetSale()
  state.now = 1099
  await held.ask()
  state.current = 'sold'
  held.forgetSale()
  expect(await held.ask()).toBe('sold')
})

test('a version is not held beyond its time', async () => {
  const { held, state } = createHeld()
  state.validUntil = 100
  await held.ask()
  state.now = 99
  await held.ask()
  expect(state.reads).toBe(1)
  state.now = 100
  await held.ask()
  expect(state.reads).toBe(2)
})

test.each([
  ['GET', '/v1/products', false],
  ['POST', '/v1/quotes', false],
  ['POST', '/v1/availability/day', false],
  ['POST', '/v1/staff_searches', false],
  ['POST', '/v1/check_in_searches', false],
  ['POST', '/v1/sale_days', false],
  ['POST', '/v1/orders/7/cancellation_previews', false],
  ['POST', '/v1/orders/7/reschedule_quotes', false],
  ['POST', '/v1/orders/7/staff_upgrade_quotes', false],
  ['POST', '/v1/orders/7/counter_quotes', true],
  ['POST', '/v1/quotes/1', true],
  ['POST', '/v1/orders', true],
  ['PUT', '/v1/fees/1', true],
  ['DELETE', '/v1/user_token', true],
])('%s %s may write: %s', (method, path, writes) => {
  expect(mayWrite(new Request(`http://v1.internal${path}`, { method }))).toBe(writes)
})

test.each([
  ['POST', '/v1/customers', true],
  ['POST', '/v1/drafts', true],
  ['POST', '/v1/orders', true],
  ['POST', '/v1/payments', true],
  ['POST', '/v1/stripe/webhooks', true],
  ['GET', '/v1/orders', false],
  ['POST', '/v1/orders/1/refunds', false],
  ['POST', '/v1/fees', false],
  ['POST', '/v1/departure_cancellations', false],
])('%s %s is a call of each purchase: %s', (method, path, sale) => {
  expect(isSale(new Request(`http://v1.internal${path}`, { method }))).toBe(sale)
})
