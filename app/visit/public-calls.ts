import { type z } from 'zod'
import { PUBLIC_READS } from '#contract/public-reads.ts'
import { type ApiCall } from './api-result.ts'

/** Whether an answer without a token is the same for every visitor, so that it may be kept. */
export function isPublicCall(method: string, path: string, { query, everybody }: ApiCall): boolean {
  if (method === 'POST') return path === '/v1/quotes' && everybody === true
  // With the secret of a waitlist offer its own held seats count as free.
  return method === 'GET' && PUBLIC_READS.test(path) && query?.['waitlist_offer'] === undefined
}

const numbers = new WeakMap<z.ZodType, number>()
let last = 0

/** A number for each schema: two of them read different things from the same body. */
export function numberOf(schema: z.ZodType): number {
  const known = numbers.get(schema) ?? ++last
  numbers.set(schema, known)
  return known
}
