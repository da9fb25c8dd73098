import { type QuoteMembership } from '#contract/membership.ts'

/** Why consent does not give the members' price. */
export type ConsentRefusal =
  'plan_unknown' | 'member_must_log_in' | 'member_must_prove' | 'membership_unpaid' | 'members_price_used'

export interface RefusedConsent {
  reason: ConsentRefusal
  /** The plan that was agreed to, if it exists. */
  plan?: { id: number; name: string }
}

const PROBLEMS: Record<ConsentRefusal, string> = {
  plan_unknown: 'This membership is not sold any more',
  member_must_log_in: 'This e-mail has a membership already. Log in to fly at its price.',
  member_must_prove:
    'This e-mail has a membership already. Confirm your e-mail in your account, and its price is yours.',
  membership_unpaid:
    'Your membership is not paid yet. Pay it in your account, and every flight has its price.',
  members_price_used:
    'You had the members’ price once already, and the membership with it is not paid. Join ' +
    'under SkyClub first, and every flight has it.',
}

/** The refusal of an order whose price needs a membership that is not possible. */
export const getMembershipProblem = (reason: ConsentRefusal): string => PROBLEMS[reason]

/**
 * The refusal as a quote shows it beside the usual price; undefined for an unknown plan, or a
 * membership that this caller may not see.
 */
export const presentRefusedMembership = ({ reason, plan }: RefusedConsent): QuoteMembership | null =>
  plan === undefined || reason === 'member_must_prove'
    ? null
    : {
        ...{ by: 'consent' as const, plan_id: plan.id, plan_name: plan.name, applied: false },
        ...{ message: getMembershipProblem(reason), charge: null },
      }
