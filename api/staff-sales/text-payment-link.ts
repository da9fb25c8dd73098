import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { type ApiDeps } from '../deps.ts'
import { maskNumber } from '../rules/texts/phone-number.ts'
import { isOwnShopUrl } from '../store/is-own-address.ts'
import { lockOrder, type OrderRow } from '../store/orders/order.ts'
import { type TextObstacle, queueText } from '../store/texts/queue-text.ts'
import { saveSpokenConsent } from './save-spoken-consent.ts'
import { findTextTime } from '../store/texts/text-time.ts'
import { type AuditBy } from '../store/write-audit.ts'
import { type LinkObstacle, makePaymentLink } from './payment-link.ts'
import { agreeOnPart, type LinkedPart } from './payment-parts.ts'

type LinkTexted =
  | { ok: true; heldUntil: Date; textedTo: string }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | {
      ok: false
      reason: 'not_found' | 'foreign_payment_url' | 'text_too_late' | LinkObstacle | TextObstacle
    }

/** Rolls back the hold and the consent, and carries the refusal out. */
class LinkRefused extends Error {
  constructor(readonly refusal: Extract<LinkTexted, { ok: false }>) {
    super(refusal.reason)
  }
}

/**
 * Texts the customer of an unpaid order a link to pay it, to the order's number. Without an earlier
 * consent the customer must have agreed just now, in the words that staff read out.
 */
export async function textPaymentLink(
  deps: ApiDeps,
  orderId: number,
  { url, words, ...part }: { url: string; words: string | null } & LinkedPart,
  by: AuditBy,
): Promise<LinkTexted> {
  const { db } = deps.database
  if (!(await isOwnShopUrl(db, deps.settings, url))) return { ok: false, reason: 'foreign_payment_url' }
  const [known] = await db.select({ id: orders.id }).from(orders).where(eq(orders.id, orderId))
  if (!known) return { ok: false, reason: 'not_found' }
  try {
    return await db.transaction(async (tx) =>
      writeTextedLink(tx, deps, await lockOrder(tx, orderId), { url, words, by, part }),
    )
  } catch (error) {
    if (error instanceof LinkRefused) return error.refusal
    throw error
  }
}

async function writeTextedLink(
  tx: Tx,
  deps: ApiDeps,
  order: OrderRow,
  { url, words, by, part }: { url: string; words: string | null; by: AuditBy; part: LinkedPart },
): Promise<LinkTexted> {
  if (words !== null) {
    const problem = await saveSpokenConsent(tx, deps, order, words, by.at)
    if (problem) throw new LinkRefused({ ok: false, reason: 'invalid', fields: problem })
  }
  const wrong = await agreeOnPart(tx, deps, order, part, by)
  if (wrong) throw new LinkRefused({ ok: false, reason: 'invalid', fields: wrong })
  const made = await makePaymentLink(tx, deps, order, by)
  if (!made.ok) throw new LinkRefused(made)
  const { eventKey, heldUntil, token } = made
  const text = { kind: 'payment_link' as const, eventKey, order, secret: `${url}/${token}` }
  const queued = await queueText(tx, text, by.at, deps)
  if (!queued.ok) throw new LinkRefused(queued)
  const leavesAt = await findTextTime(tx, deps.settings, { orderId: order.id, brandId: order.brandId }, by.at)
  if (leavesAt !== undefined && leavesAt >= heldUntil)
    throw new LinkRefused({ ok: false, reason: 'text_too_late' })
  return { ok: true, heldUntil, textedTo: maskNumber(queued.to) }
}
