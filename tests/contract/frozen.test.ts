import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestApi } from '../support/test-api.ts'

const KEPT = join(import.meta.dirname, 'calls.json')
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.unknown(),
})

/**
 * Replaces each reference by the part it names, so that shared parts may be renamed while shapes
 * may not change.
 */
function resolveReferences(value: unknown, document: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => resolveReferences(part, document))
  if (typeof value !== 'object' || value === null) return value
  if ('$ref' in value) return resolveReferences(partAt(String(value.$ref), document), document)
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, resolveReferences(part, document)]),
  )
}

/** Finds the part at a JSON pointer such as `#/components/schemas/Order`. */
const partAt = (pointer: string, document: unknown): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document)

/** Leaves out descriptions and keeps the shape of requests and answers. */
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
  const document = Document.parse(body)
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, call]) =>
        [`${method.toUpperCase()} ${path}`, digestOf(resolveReferences(call, document))] as const,
    ),
  )
  return Object.fromEntries(calls.sort(([a], [b]) => (a < b ? -1 : 1)))
}

// Integrations are built on these calls, so each call stays and keeps its shape. To change one on
// purpose, write the list anew (`FREEZE_CONTRACT=yes npx vitest run
// tests/contract/frozen.test.ts`), so that the change shows in review.
test('every call of the contract still exists and keeps its shape', async () => {
  const calls = await readCalls()
  if (process.env['FREEZE_CONTRACT'] === 'yes') writeFileSync(KEPT, `${JSON.stringify(calls, null, 2)}\n`)
  const kept = z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(KEPT, 'utf8')))
  expect(Object.keys(kept).length).toBeGreaterThan(150)
  expect(calls).toMatchObject(kept)
})
