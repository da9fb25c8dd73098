import { eq } from 'drizzle-orm'
import { type FieldErrors } from '#contract/errors.ts'
import { type Tx } from '../db/client.ts'
import { orders } from '../db/schema/orders.ts'
import { formatDollars, toCents } from '../rules/money/money.ts'
import { getDueCents, type OrderRow } from '../store/orders/order.ts'
import { type AuditBy } from '../store/write-audit.ts'
import { type ApiDeps } from '../deps.ts'
import { refuseBalanceDueAt, writeBalanceDueAt } from './balance/change-balance-due.ts'

/** The least that a card can be charged, in cents (domain rule 7). */
const LEAST_CENTS = 50

/**
 * Why an amount cannot be taken as a part of what is due, in words for staff; undefined when it can.
 * Neither the part nor what it leaves may be less than a card can pay.
 */
export function refusePart(
  { channel }: Pick<OrderRow, 'channel'>,
  amountCents: number,
  dueCents: number,
): string | undefined {
  if (channel === 'web') return 'Only what staff sell is paid in parts'
  if (amountCents > dueCents) return `What is due is ${formatDollars(dueCents)}`
  const leftCents = dueCents - amountCents
  if (amountCents < LEAST_CENTS) return `A part is at least ${formatDollars(LEAST_CENTS)}`
  if (leftCents > 0 && leftCents < LEAST_CENTS) {
    return `This leaves ${formatDollars(leftCents)}, which no card can pay. Please take all or less`
  }
  return undefined
}

/** The part that a link pays, and when the rest is due. */
export interface LinkedPart {
  /** In dollars; all that is due when null or absent. */
  amount?: number | null | undefined
  balance_due_at?: string | null | undefined
}

/**
 * Notes what the customer pays next: every way to the payment charges this part and no more. The order
 * must be locked.
 * @returns why the part cannot be paid
 */
export async function agreeOnPart(
  tx: Tx,
  deps: Pick<ApiDeps, 'settings' | 'jobs'>,
  order: OrderRow,
  { amount, balance_due_at: dueAt }: LinkedPart,
  by: AuditBy,
): Promise<FieldErrors | undefined> {
  const nextPartCents = amount == null ? null : toCents(amount)
  const wrong = nextPartCents === null ? undefined : refusePart(order, nextPartCents, getDueCents(order))
  if (wrong) return { amount: [wrong] }
  const late = refuseBalanceDueAt(dueAt, by.at)
  if (late) return { balance_due_at: [late] }
  await tx.update(orders).set({ nextPartCents }).where(eq(orders.id, order.id))
  await writeBalanceDueAt(tx, deps, order, dueAt, by)
  return undefined
}
