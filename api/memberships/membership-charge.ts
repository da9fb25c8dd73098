import { type MembershipCharge } from '#contract/membership.ts'
import { toDollars } from '../rules/money/money.ts'
import { type PlanRow } from './find-plan.ts'

/** The charge of a plan beside the order that it begins with. */
export const getMembershipCharge = ({ priceCents, interval }: PlanRow): MembershipCharge => ({
  amount: toDollars(priceCents),
  interval,
})
