import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NextDeparturesReply } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { JwtReply } from '#contract/people.ts'
import { type ContractTarget, openContract } from '../support/open-contract.ts'

const folder = resolve(import.meta.dirname, '../../.cache', `client-${crypto.randomUUID()}`)

let target: ContractTarget
beforeAll(async () => {
  target = await openContract()
  await mkdir(folder, { recursive: true })
})
afterAll(async () => {
  await target.close()
  await rm(folder, { recursive: true, force: true })
})

type Call = (...parts: unknown[]) => Promise<{ status: number; data: unknown }>

/** Loads the client that a public generator writes from the OpenAPI description, as a module. */
async function generateClient(): Promise<Record<string, Call>> {
  const { body } = await target.call('GET', '/v1/openapi.json')
  const spec = join(folder, 'openapi.json')
  await writeFile(spec, JSON.stringify(body))
  const { code } = await transform(await generateSource(spec), { loader: 'ts', format: 'esm' })
  const file = join(folder, 'client.mjs')
  await writeFile(file, code)
  return (await import(pathToFileURL(file).href)) as Record<string, Call>
}

/** The client sends its requests to the target of the contract tests. */
async function send(address: string, init: RequestInit = {}): Promise<Response> {
  const { pathname, search } = new URL(address)
  const headers = Object.fromEntries(new Headers(init.headers))
  const {
    status,
    headers: replied,
    body,
  } = await target.call(init.method ?? 'GET', pathname + search, {
    headers,
    ...(init.body ? { body: JSON.parse(String(init.body)) as unknown } : {}),
  })
  return new Response(body === undefined ? null : JSON.stringify(body), { status, headers: replied })
}

test('a client generated from the OpenAPI description places and pays an order', async () => {
  const client = await generateClient()
  const call = async (name: string, ...parts: unknown[]) => {
    const made = client[name]
    if (!made) throw new Error(`The client has no ${name}`)
    const { status, data } = await made(...parts)
    expect(status, name).toBeLessThan(300)
    return data
  }
  const over = { baseUrl: 'http://v1.test', fetch: send }
  const customer = { email: `generated-${crypto.randomUUID()}@example.com` }
  const { jwt } = JwtReply.parse(await call('createCustomer', { customer }, over))
  const options = { ...over, headers: { Authorization: `Bearer ${jwt}` } }
  const { departures } = NextDeparturesReply.parse(
    await call('getAvailabilityNext', { brandId: 1, quantity: 2 }, options),
  )
  const departure = departures.find(({ seat_price: price }) => price !== null)
  const { order } = OrderReply.parse(
    await call(
      'createOrder',
      {
        order: {
          brand_id: 1,
          order_item_seats_attributes: [
            { departure_id: departure?.departure_id, depart_at: departure?.depart_at, quantity: 2 },
          ],
        },
      },
      { idempotencyKey: crypto.randomUUID() },
      options,
    ),
  )
  expect(order.status).toBe('awaiting_payment')
  const stripe_payment = { amount: order.amount_due, stripe_source: 'pm_card_visa' }
  await call(
    'createPayment',
    { payment: { order_id: order.id, stripe_payment } },
    { idempotencyKey: crypto.randomUUID() },
    options,
  )
  const read = OrderReply.parse(await call('getOrder', String(order.id), options))
  expect(read.order).toMatchObject({ id: order.id, status: 'completed', total: order.total })
})
