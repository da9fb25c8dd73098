import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

const writtenTextRefusals = {
  text_saved_meanwhile: {
    status: 409,
    code: 'changed_meanwhile',
    error:
      'Somebody else saved this text meanwhile. What you typed is still here: look at what they wrote, ' +
      'and save again if yours shall stand.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(writtenTextRefusals)
