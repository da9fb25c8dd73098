import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

export const approvalRefusals = {
  own_request: {
    status: 403,
    code: 'forbidden',
    error: 'Nobody decides about what they asked for themselves. A colleague has to.',
  },
  not_an_approver: {
    status: 403,
    code: 'forbidden',
    error: 'This is above your limit, too. Please leave it to an admin.',
  },
  decided: {
    status: 409,
    code: 'conflict',
    error: 'This was decided already, or is being decided at this moment.',
  },
  changed: {
    status: 409,
    code: 'changed_meanwhile',
    error:
      'What this is about has changed since it was asked for. Nothing was done: look at it, then refuse ' +
      'this, so that it can be asked for anew.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(approvalRefusals)
