import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type CreditFields } from '#contract/credit.ts'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { users } from '../db/schema/people.ts'
import { credits } from '../db/schema/tenders.ts'
import { type ApiDeps } from '../deps.ts'
import { grantedEntries } from '../rules/money/ledger.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { type SignedInCaller } from '../http/http.ts'
import { type AuditBy, writeAudit } from '../store/write-audit.ts'
import { isOverDayLimit } from '../store/is-over-day-limit.ts'
import { isOverLimit } from '../store/is-over-refund-limit.ts'
import { isSelfGrant } from '../access/is-self-grant.ts'
import { readCredit } from './read-credit.ts'
import { postLedger } from '../store/post-ledger.ts'
import { moveCredit } from './reserve-tenders.ts'

export type CreditRow = typeof credits.$inferSelect
type GiftRefusal = 'over_refund_limit' | 'over_credit_limit' | 'gift_to_oneself'
type Granted =
  | { ok: true; credit: CreditRow }
  | { ok: false; reason: 'invalid'; fields: FieldErrors }
  | { ok: false; reason: GiftRefusal }

/** Who grants the credit. */
export type Giver = AuditBy & Pick<SignedInCaller, 'roles' | 'staffLimitCents'>

const refuse = (field: string, sentence: string): Granted => ({
  ok: false,
  reason: 'invalid',
  fields: { [field]: [sentence] },
})

/**
 * Grants account credit to somebody or takes some back (a negative amount): row, balance and ledger
 * in one transaction. It never takes back more than there is, and nothing that orders have
 * reserved. Staff grant up to the refund limit of an order, or the same amount a day without an
 * order, and nothing to themselves.
 */
export async function grantCredit(
  deps: Pick<ApiDeps, 'database' | 'clock'>,
  fields: CreditFields,
  by?: Giver,
): Promise<Granted> {
  const now = deps.clock.now()
  const amountCents = toCents(fields.amount)
  return deps.database.db.transaction(async (tx) => {
    const [order] =
      fields.order_id === undefined
        ? []
        : await tx
            .select({ userId: orders.userId })
            .from(orders)
            .where(eq(orders.id, fields.order_id))
            .for('update')
    if (fields.order_id !== undefined && !order) return refuse('order_id', 'There is no such order')
    const [user] = await findAccount(tx, fields.user_id ?? order?.userId ?? 0)
    if (!user) return refuse('user_id', 'There is no such user')
    const refusal =
      by && (await refuseGift(tx, by, { orderId: fields.order_id, userId: user.id, amountCents }))
    if (refusal) return { ok: false, reason: refusal }
    const balance = await readCredit(tx, user.id, true)
    if (balance + amountCents < 0) {
      return refuse('amount', `There is ${formatDollars(balance)} of credit to take back`)
    }
    const credit = await writeCredit(tx, {
      fields,
      userId: user.id,
      amountCents,
      givenBy: by?.userId ?? null,
      now,
    })
    const { amount, credit_type, reason } = fields
    const after = { user_id: user.id, amount, credit_type, reason }
    if (by) await writeAudit(tx, by, { resource: 'credits', id: credit.id, after })
    return { ok: true, credit }
  })
}

/**
 * Credit of a merged account goes to the kept account. The lock keeps a merge from running at the
 * same time.
 */
const findAccount = async (tx: Tx, id: number) => {
  const [named] = await tx
    .select({ id: users.id, keptId: users.mergedIntoId })
    .from(users)
    .where(eq(users.id, id))
    .for('key share')
  return named?.keptId
    ? tx.select({ id: users.id }).from(users).where(eq(users.id, named.keptId)).for('key share')
    : [named]
}

/** Credit taken back does not count against the limit. */
async function refuseGift(
  tx: Tx,
  by: Giver,
  { orderId, userId, amountCents }: { orderId: number | undefined; userId: number; amountCents: number },
): Promise<GiftRefusal | undefined> {
  if (amountCents < 0) return undefined
  if (isSelfGrant(by, userId)) return 'gift_to_oneself'
  if (orderId !== undefined) {
    return (await isOverLimit(tx, orderId, by, amountCents)) ? 'over_refund_limit' : undefined
  }
  return (await isOverDayLimit(tx, by, { userId, amountCents })) ? 'over_credit_limit' : undefined
}

async function writeCredit(
  tx: Tx,
  {
    fields,
    userId,
    amountCents,
    givenBy,
    now,
  }: { fields: CreditFields; userId: number; amountCents: number; givenBy: number | null; now: Date },
): Promise<CreditRow> {
  await moveCredit(tx, userId, amountCents)
  const [credit] = await tx
    .insert(credits)
    .values({
      userId,
      orderId: fields.order_id ?? null,
      amountCents,
      givenBy,
      creditType: fields.credit_type,
      reason: fields.reason,
      createdAt: now,
    })
    .returning()
  if (!credit) throw new Error('The credit was not written')
  await postLedger(tx, {
    orderId: null,
    kind: 'granted',
    eventKey: `credit:${String(credit.id)}`,
    entries: grantedEntries(amountCents),
    now,
  })
  return credit
}
