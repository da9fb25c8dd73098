import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

const agentRefusals = {
  statement_paid: { status: 409, code: 'conflict', error: 'Somebody noted this payment already.' },
  nothing_to_pay: { status: 409, code: 'conflict', error: 'There is nothing to pay with this statement.' },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(agentRefusals)
