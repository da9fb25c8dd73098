import { getMembershipProblem } from './consent-refusal.ts'
import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

/** Refusals about memberships. */
export const membershipRefusals = {
  plan_unknown: { status: 422, fields: { membership_plan_id: [getMembershipProblem('plan_unknown')] } },
  membership_needs_account: {
    status: 409,
    code: 'conflict',
    error: 'Log in or register to join. As a guest you can join together with a flight.',
  },
  already_member: {
    status: 409,
    code: 'conflict',
    error: 'A membership was begun with your e-mail already. Confirm your e-mail to see it.',
  },
  membership_starting: {
    status: 409,
    code: 'conflict',
    error: 'This membership is being started at this moment. Please try again in a minute.',
  },
  membership_over: { status: 409, code: 'conflict', error: 'This membership is over. You can join again.' },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(membershipRefusals)
