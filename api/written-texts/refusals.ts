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
  text_draft_saved_meanwhile: {
    status: 409,
    code: 'changed_meanwhile',
    error:
      'Somebody else saved a draft of this text meanwhile. What you typed is still here: look at what they ' +
      'wrote, and save again if yours shall take its place.',
  },
  text_draft_gone: {
    status: 409,
    code: 'changed_meanwhile',
    error:
      'The draft of this text was thrown away or published meanwhile. What you typed is still here: save ' +
      'again if it shall stand.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(writtenTextRefusals)
