import { z } from 'zod'
import { type KeyRing } from '#settings/key-ring.ts'
import { isKeyedHash, keyedHash } from '../gateways/sealed-text.ts'

/** How long a quote holds, also when the fee rises meanwhile. */
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
  /** The amount left for a card; 0 for nothing. */
  amountDueCents: z.number().int(),
  at: z.number().int(),
})

/** A price of a reschedule that was shown, and when. */
export type QuotedPrice = z.infer<typeof Promised>

const USE = 'reschedule quote'

/** Signs a shown price, so that the client cannot change it. */
export function signQuote(ring: KeyRing, promised: QuotedPrice): string {
  const content = Buffer.from(JSON.stringify(promised)).toString('base64url')
  return `${content}.${keyedHash(ring, USE, content)}`
}

/** Reads a signed price; undefined when the signature is wrong or the price too old. */
export function readSignedQuote(ring: KeyRing, quote: string, now: Date): QuotedPrice | undefined {
  const [content = '', signature = ''] = quote.split('.')
  if (!isKeyedHash(ring, USE, content, signature)) return undefined
  const read = Promised.safeParse(JSON.parse(Buffer.from(content, 'base64url').toString()))
  if (!read.success) return undefined
  const age = now.getTime() - read.data.at
  return age >= 0 && age < QUOTE_LIFETIME_MS ? read.data : undefined
}
