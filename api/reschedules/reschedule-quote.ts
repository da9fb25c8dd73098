import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { keyedHash } from '../gateways/keyed-hash.ts'

/** So long a quote holds, also when the fee rises meanwhile. */
export const QUOTE_LIFETIME_MS = 15 * 60_000

const Promised = z.object({
  orderId: z.number().int(),
  fromFlightIds: z.array(z.number().int()),
  units: z.number().int(),
  departureId: z.number().int(),
  departAt: z.string(),
  feeCents: z.number().int(),
  feeQuantity: z.number().int(),
  late: z.boolean(),
  differences: z.array(z.object({ cents: z.number().int(), units: z.number().int() })),
  listCents: z.number().int(),
  creditsCents: z.number().int(),
  taxCents: z.number().int(),
  /** Left for a card; 0 when nothing was. */
  amountDueCents: z.number().int(),
  at: z.number().int(),
})

/** The price of a move that somebody was shown, and when. */
export type QuotedPrice = z.infer<typeof Promised>

const sign = (secret: string, content: string) => keyedHash(secret, 'reschedule quote', content)

/** The price as its reader carries it about: signed, so that nobody writes their own. */
export function signQuote(secret: string, promised: QuotedPrice): string {
  const content = Buffer.from(JSON.stringify(promised)).toString('base64url')
  return `${content}.${sign(secret, content)}`
}

/** What was promised; undefined when it was not us, or is too long ago. */
export function readSignedQuote(secret: string, quote: string, now: Date): QuotedPrice | undefined {
  const [content = '', signature = ''] = quote.split('.')
  const right = Buffer.from(sign(secret, content))
  const given = Buffer.from(signature)
  if (right.length !== given.length || !timingSafeEqual(right, given)) return undefined
  const read = Promised.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString()))
  if (!read.success) return undefined
  const age = now.getTime() - read.data.at
  return age >= 0 && age < QUOTE_LIFETIME_MS ? read.data : undefined
}
