import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

/** Refusals of the messages that the shop sends by itself. */
const careRefusals = {
  care_link_bad: {
    status: 404,
    code: 'not_found',
    error: 'This link is not complete. Please open it from the mail once more.',
  },
  care_unproven: {
    status: 409,
    code: 'conflict',
    error: 'Please confirm your e-mail first, by the link that we sent you.',
  },
  care_switched: {
    status: 409,
    code: 'changed_meanwhile',
    error: 'Somebody else switched this meanwhile. See how it stands now.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(careRefusals)
