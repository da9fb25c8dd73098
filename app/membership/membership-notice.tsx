import { type OrderMembership } from '#contract/membership.ts'

/**
 * The state of the membership that the buyer agreed to with an order; renders nothing without one.
 */
export function MembershipNotice({ membership }: { membership: OrderMembership | null }) {
  if (!membership) return null
  const { plan_name: plan, status } = membership
  const [tone, title, text] = describeNotice(plan, status)
  return (
    <div className={`alert ${tone} mt5 mb6`}>
      <h2>{title}</h2>
      <p>
        {text} <a href="/account/membership">Your membership</a>
      </p>
    </div>
  )
}

const BOOKED = 'Your flight is booked and paid.'

function describeNotice(
  plan: string,
  status: OrderMembership['status'],
): [tone: string, title: string, text: string] {
  switch (status) {
    case 'active':
      return [
        'good',
        `Welcome to ${plan}.`,
        'You are a member from today. The next price is yours by itself.',
      ]
    case 'starting':
      return [
        'warn',
        `${plan} has not started yet.`,
        `${BOOKED} We are charging your membership; if your card says no, we mail you and try again.`,
      ]
    case 'incomplete':
      return [
        'warn',
        `One step left for ${plan}.`,
        `${BOOKED} Your bank wants to hear from you before the membership begins. We mailed ` +
          'you how to finish it.',
      ]
    case 'past_due':
    case 'unpaid':
      return ['warn', `${plan} is not paid.`, `${BOOKED} The renewal of your membership was declined.`]
    case 'canceled':
    case 'incomplete_expired':
    case 'failed':
      return ['', `${plan} did not go on.`, `${BOOKED} Nothing more is charged for the membership.`]
    case null:
      return ['good', `You have ${plan} already.`, 'Nothing was charged for a second membership.']
  }
}
