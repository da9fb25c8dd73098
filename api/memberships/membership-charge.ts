import { type MembershipCharge } from '#contract/membership.ts'
import { toDollars } from '../rules/money/money.ts'
import { type PlanRow } from './find-plan.ts'

/** What a plan charges beside the order it begins with. */
export const getMembershipCharge = ({ priceCents, interval }: PlanRow): MembershipCharge => ({
  amount: toDollars(priceCents),
  interval,
})
