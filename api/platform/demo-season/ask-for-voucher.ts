import { eq } from 'drizzle-orm'
import { openSession } from '../../access/authenticate.ts'
import { sessions } from '../../db/schema/people.ts'
import { type OrderRow } from '../../store/orders/order.ts'
import { type Refused } from './drive-sales.ts'
import { type SeasonShop } from './season-shop.ts'
import { type LaterStep } from './steps.ts'

/**
 * The desk wants to give more than it may, so the voucher waits for a second person. This is a call
 * of `/v1`, as only its refusal can be put before somebody.
 */
export async function askForVoucher(
  shop: SeasonShop,
  { id }: OrderRow,
  { dollars, reason }: Extract<LaterStep, { kind: 'ask' }>,
): Promise<Refused> {
  const voucher = {
    order_id: id,
    value: dollars,
    reason_type: 'goodwill',
    reason_description: reason,
  }
  const approval = { method: 'POST', path: '/v1/vouchers', body: { voucher } }
  const request = new Request(new URL('/v1/approvals', shop.deps.settings.publicUrl), {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${await openStaffSession(shop)}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify({ approval }),
  })
  const answer = await shop.callApi(request)
  return answer.ok ? undefined : `${String(answer.status)} ${await answer.text()}`
}

/** A session with the second factor, which calls of staff need. */
async function openStaffSession({ deps, staff, clock }: SeasonShop): Promise<string> {
  const { db } = deps.database
  const now = clock.now()
  const { jwt, sessionId } = await openSession(db, deps, { userId: staff.userId, scope: 'customer', now })
  await db.update(sessions).set({ secondFactorAt: now }).where(eq(sessions.id, sessionId))
  return jwt
}
