import { expect, it } from 'vitest'
import { parseCheckoutQuery } from '../visit/checkout-query.ts'
import { canWaitFor } from './list-waitlist-links.server.ts'

const party = (query: string) => parseCheckoutQuery(new URLSearchParams(query))

it('offers the waitlist of a full departure only to a party that its aircraft takes', () => {
  const full = { status: 'too_few', capacity: 4 } as const
  expect(canWaitFor(full, party('quantity=4'))).toBe(true)
  expect(canWaitFor(full, party('quantity=5'))).toBe(false)
  expect(canWaitFor({ ...full, status: 'open' }, party('quantity=4'))).toBe(false)
})

it('offers it to a larger party that takes whole aircraft, because that may be several', () => {
  const full = { status: 'sold_out', capacity: 4 } as const
  expect(canWaitFor(full, party('quantity=5&quantity_type=flight'))).toBe(true)
})
