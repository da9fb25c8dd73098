import { type OrderMembership, type QuoteMembership } from '#contract/membership.ts'
import { type BreakdownRow } from '../ui/breakdown.tsx'
import { formatDollars } from '../format/format-dollars.ts'

type ConsentedMembership = Pick<QuoteMembership, 'plan_name' | 'charge'> &
  Partial<Pick<OrderMembership, 'status' | 'paid_at'>>

const DETAIL: Partial<Record<NonNullable<OrderMembership['status']>, string>> = {
  active: 'Charged apart from this order',
  incomplete: 'A charge of its own, not paid yet',
  past_due: 'A charge of its own, not paid yet',
  unpaid: 'A charge of its own, not paid yet',
}

/** The membership is charged separately from the order: a row below the order's total. */
export function secondCharge(agreed: ConsentedMembership | null): BreakdownRow | undefined {
  if (!agreed?.charge) return undefined
  const { plan_name: plan, charge, status, paid_at: paid } = agreed
  return {
    key: 'membership',
    label: `${plan} membership`,
    detail: (paid ? DETAIL.active : status && DETAIL[status]) ?? 'A charge of its own, right after this one',
    amount: `${formatDollars(charge.amount)} a ${charge.interval}`,
  }
}

/** The label of the total, which says that it is one of two charges where there is a second. */
export const getTotalLabel = (second: BreakdownRow | undefined, alone: string): string =>
  second ? 'Today’s flight' : alone
