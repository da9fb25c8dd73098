import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApi } from '../support/test-api.ts'

const KEPT = join(import.meta.dirname, 'calls.json')
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** Everything but words: what may be sent and what comes back. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value
  const told = Object.entries(value)
    .filter(([name, part]) => !(['summary', 'description'].includes(name) && typeof part === 'string'))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(told.map(([name, part]) => [name, shapeOf(part)]))
}

const digestOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(shapeOf(value)))
    .digest('base64url')
    .slice(0, 16)

async function readCalls(): Promise<Record<string, string>> {
  const shop = await createTestApi()
  const { body } = await shop.call('GET', '/v1/openapi.json')
  await shop.close()
  const calls = Object.entries(Document.parse(body).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) => [`${method.toUpperCase()} ${path}`, digestOf(call)] as const,
    ),
  )
  return Object.fromEntries(calls.sort(([a], [b]) => (a < b ? -1 : 1)))
}

// Others are built on it: a call that is there stays, and keeps its shape. Who means to change one writes the list anew
// (`FREEZE_CONTRACT=yes npx vitest run tests/contract/frozen.test.ts`), and the change is seen where it is read.
test('no call of the contract is gone or has another shape', async () => {
  const calls = await readCalls()
  if (process.env['FREEZE_CONTRACT'] === 'yes') writeFileSync(KEPT, `${JSON.stringify(calls, null, 2)}\n`)
  const kept = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(KEPT, 'utf8')))
  expect(Object.keys(kept).length).toBeGreaterThan(150)
  expect(calls).toMatchObject(kept)
})
