import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#api/db/client.ts'
import { createSmtpMailer } from '#api/gateways/smtp-mailer.ts'
import { type SharedPostgres, sharedPostgres } from '../support/shared-postgres.ts'
import { composeKillable } from './compose-killable.ts'
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts'
import { expectedOutcome, type PurchaseOutcome, readOutcome } from './how-it-ended.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type PurchaseFixture, preparePurchaseFixture } from './purchase-ground.ts'
import { call, order, pay, type PlacedOrder, type PurchaseWorld } from './stopped-purchase.ts'

let postgres: SharedPostgres
let ground: PurchaseFixture
let mails: MailServer
beforeAll(async () => {
  postgres = sharedPostgres()
  ground = await preparePurchaseFixture(postgres)
  mails = await startMailServer()
  return () => mails.close()
})

/** All of them take minutes; without FULL it is every fourth, among them that of the call’s key. */
const STEP = process.env['FULL'] === 'true' ? 1 : 4

/** The shopper reads that something went wrong, and presses again; jobs run again by themselves. */
async function again<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch {
    return step()
  }
}

/** Pays; after an error once more, at once or when jobs have found out what became of it. */
async function payAgain(scene: PurchaseWorld, known: PlacedOrder): Promise<void> {
  const answers: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const { body } = await again(() => call(scene, 'GET', `/v1/orders/${String(known.orderId)}`))
    const found = body['order'] as { status: string } | undefined
    if (found?.status === 'completed') return
    const { status } = await pay(scene, known, 'card')
    answers.push(status)
    if (status === 201) return
    if (status !== 409) continue
    await scene.setClock(new Date(Date.parse(ground.now) + 2 * 60_000))
    await again(scene.work)
  }
  throw new Error(`never paid: ${answers.join(', ')}`)
}

/** Buys two seats while the connection of the n-th statement is cut. */
async function buyThroughCut(statement: number): Promise<{ cut: boolean; outcome: PurchaseOutcome }> {
  const databaseUrl = await postgres.createDatabase(ground.databaseUrl)
  const proxy: CuttingProxy = await startCuttingProxy(databaseUrl)
  const database = await openDatabase({ databaseUrl: proxy.url, dataDir: '' })
  const { api, deps, clock, sandbox, work } = await composeKillable({
    database,
    now: ground.now,
    mailer: createSmtpMailer(mails.url),
  })
  const scene: PurchaseWorld = {
    fetch: async (path, init) => api.fetch(new Request(`http://v1.internal${path}`, init)),
    work,
    setClock: (now) => Promise.resolve(clock.set(now)),
    provider: sandbox,
    database,
    token: ground.token,
    flight: ground.flight,
  }
  const before = mails.received.length
  try {
    proxy.cutAfter(statement)
    const known = await again(() => order(scene))
    await payAgain(scene, known)
    await again(work)
    const cut = proxy.wasCut()
    // What was left in between is settled by the jobs of the next minutes.
    clock.set(new Date(Date.parse(ground.now) + 12 * 60_000))
    await again(work)
    await again(work)
    const sources = { database, stripe: deps.stripe, mails: mails.received.slice(before) }
    return { cut, outcome: await readOutcome(sources, ground.email) }
  } finally {
    proxy.stop()
    await database.close()
  }
}

test('a connection cut at any statement of a purchase costs a second press and nothing else', async () => {
  const paid = expectedOutcome('paid', ground.cents)
  const wrong: unknown[] = []
  let statement = STEP === 1 ? 1 : 3
  for (; statement < 400; statement += STEP) {
    const { cut, outcome } = await buyThroughCut(statement).catch((error: unknown) => ({
      cut: true,
      outcome: String(error),
    }))
    if (!isDeepStrictEqual(outcome, paid)) wrong.push({ statement, outcome })
    if (!cut) break
  }
  expect(wrong).toEqual([])
  // Placing, paying and the jobs take more statements than this.
  expect(statement).toBeGreaterThan(60)
})
