import { expect, test } from 'vitest'
import { sharedPostgres } from '../support/shared-postgres.ts'
import { startProduct } from './started-product.ts'

test('a stopping process answers new connections until a balancer has seen it is not ready', async () => {
  const databaseUrl = await sharedPostgres().createDatabase()
  const shop = await startProduct({ DATABASE_URL: databaseUrl, DRAIN_SECONDS: '2' })
  const asked = async (path: string) => {
    const answer = await fetch(`${shop.origin}${path}`, { headers: { Connection: 'close' } })
    return { status: answer.status, body: await answer.text() }
  }
  expect((await asked('/readyz')).status).toBe(200)
  const since = performance.now()
  const stopped = shop.stop()
  await expect.poll(async () => (await asked('/readyz')).body, { interval: 20 }).toContain('"draining"')
  expect((await asked('/readyz')).status).toBe(503)
  expect((await asked('/v1/products')).status).toBe(200)
  expect(await stopped).toBe(0)
  expect(performance.now() - since).toBeGreaterThan(2000)
  await expect(asked('/readyz')).rejects.toThrow()
})
