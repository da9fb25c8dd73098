import { expect, test } from 'vitest'
import { z } from 'zod'
import { FlightBoardReply } from '#contract/flight-board.ts'
import { OrderReply } from '#contract/order.ts'
import { isPlainSchema } from './is-plain-schema.server.ts'

const inside = (schema: z.ZodType) => z.object({ list: z.array(z.object({ a: schema }).nullable()) })

test.each([
  ['text with a length', z.string().min(1).max(9)],
  ['a date as text', z.iso.date()],
  ['a whole number', z.int().positive()],
  ['one of some words', z.enum(['a', 'b'])],
  ['one of some shapes', z.union([z.string(), z.object({ b: z.literal(1) })])],
  ['an optional field', z.boolean().optional()],
  ['a pair', z.tuple([z.string(), z.null()])],
  ['values by name', z.record(z.string(), z.unknown())],
])('%s is plain', (_, schema) => {
  expect(isPlainSchema(inside(schema))).toBe(true)
})

test.each([
  ['a default', z.string().default('')],
  ['a value in place of a wrong one', z.string().catch('')],
  ['a change', z.string().transform((text) => text.length)],
  ['trimmed text', z.string().trim()],
  ['a number from text', z.coerce.number()],
  ['a schema behind another', z.string().pipe(z.coerce.date())],
  ['one of them in a choice', z.union([z.null(), z.string().default('')])],
  ['one of them by name', z.record(z.string(), z.string().default(''))],
])('%s is not', (_, schema) => {
  expect(isPlainSchema(inside(schema))).toBe(false)
})

test('the day of the board is plain; an order has fields that other services may leave out', () => {
  expect(isPlainSchema(FlightBoardReply)).toBe(true)
  expect(isPlainSchema(OrderReply)).toBe(false)
})
