import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { queueText } from '#api/store/texts/queue-text.ts'
import { openRacingShop, type RacingShop } from '../support/racing-shop.ts'
import { orderWithTexts } from '../support/texted-buyer.ts'
import { openTwilioServer, type TwilioServer } from '../support/twilio-server.ts'
import { bundleProcess } from './bundle-process.ts'

/** By day at every terminal. */
const NOON = '2027-05-12T16:00:00Z'
const LATER = '2027-05-12T16:05:00Z'

let racing: RacingShop
let provider: TwilioServer
let started: ChildProcess[] = []
beforeAll(async () => {
  racing = await openRacingShop()
  racing.shop.clock.set(NOON)
})
afterAll(() => racing.close())
beforeEach(async () => {
  provider = await openTwilioServer(() => new Date(NOON))
  await racing.database.query('delete from texts')
})
afterEach(async () => {
  for (const child of started) if (child.exitCode === null && child.signalCode === null) child.kill()
  started = []
  await provider.close()
})

/** A process that sends the texts which are due. */
async function startSender(now: string, mode: 'dies' | 'lives' = 'lives') {
  const parameters = [racing.databaseUrl, provider.origin, now, mode]
  const child = spawn(process.execPath, [bundleProcess('text-process'), ...parameters], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines = createInterface({ input: child.stdout })
  await once(lines, 'line')
  return {
    send: async () => {
      child.stdin.write('send\n')
      await once(lines, 'line')
    },
    /** Lets it send and waits until it was killed. */
    sendAndDie: async () => {
      const ended = once(child, 'exit')
      child.stdin.write('send\n')
      return (await ended)[1] as string
    },
  }
}

let made = 0
async function queueLinks(count: number) {
  const { shop } = racing
  for (let left = count; left > 0; left -= 1) {
    made += 1
    const phone = `+1201555${String(1000 + made)}`
    const { order } = await orderWithTexts(shop, { email: `once${String(made)}@example.com`, phone })
    const text = {
      kind: 'payment_link' as const,
      eventKey: `payment_link:${String(order.id)}`,
      order: { id: order.id, brandId: 1 },
      secret: `http://shop.test/pay/${String(order.id)}`,
    }
    const queued = await shop.deps.database.db.transaction((tx) =>
      queueText(tx, text, shop.clock.now(), shop.deps),
    )
    expect(queued.ok).toBe(true)
  }
}

const rows = async () =>
  (await racing.database.query('select state, tries, provider_id from texts order by id')).rows
const takenTwice = () => {
  const numbers = provider.taken.map(({ fields }) => fields.To)
  return numbers.filter((number, at) => numbers.indexOf(number) !== at)
}

test('two processes on one outbox hand each text to the provider once', async () => {
  const TEXTS = 12
  await queueLinks(TEXTS)
  const [one, other] = await Promise.all([startSender(NOON), startSender(NOON)])
  await Promise.all([one.send(), other.send()])
  await Promise.all([one.send(), other.send()])
  expect(takenTwice()).toEqual([])
  expect(provider.taken).toHaveLength(TEXTS)
  const written = await rows()
  expect(written.every(({ state, tries }) => state === 'sent' && tries === 1)).toBe(true)
  expect(written.map(({ provider_id: id }) => id).sort()).toEqual(provider.taken.map(({ sid }) => sid).sort())
})

test('a text whose sender was killed once the provider had it is found there', async () => {
  await queueLinks(1)
  const killed = await startSender(NOON, 'dies')
  expect(await killed.sendAndDie()).toBe('SIGKILL')
  expect(provider.taken).toHaveLength(1)
  expect(await rows()).toEqual([{ state: 'sending', tries: 1, provider_id: null }])
  // Before the next try is due nobody touches it.
  const early = await startSender(NOON)
  await early.send()
  expect(await rows()).toEqual([{ state: 'sending', tries: 1, provider_id: null }])
  const [next, other] = await Promise.all([startSender(LATER), startSender(LATER)])
  await Promise.all([next.send(), other.send()])
  expect(provider.taken).toHaveLength(1)
  expect(await rows()).toEqual([{ state: 'sent', tries: 2, provider_id: provider.taken[0]?.sid }])
})

test('a text whose killed sender never reached the provider is sent by the next one', async () => {
  await queueLinks(1)
  // The process was killed between its claim and the call.
  await racing.database.query("update texts set state = 'sending', tries = 1, next_try_at = $1", [
    new Date(NOON),
  ])
  const next = await startSender(LATER)
  await next.send()
  expect(provider.taken).toHaveLength(1)
  expect(await rows()).toEqual([{ state: 'sent', tries: 2, provider_id: provider.taken[0]?.sid }])
})
