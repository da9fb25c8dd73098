import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

/** Forms, contests and newsletters. */
const formRefusals = {
  form_too_quick: {
    status: 409,
    code: 'conflict',
    error: 'That was quicker than we can read. Please press the button once more.',
  },
  form_too_old: {
    status: 409,
    code: 'conflict',
    error:
      'This page was open for a long time. Everything you typed is still here: please press ' +
      'the button once more.',
  },
  contest_closed: {
    status: 409,
    code: 'conflict',
    error: 'This contest is not open. Your entry was not taken; there will be another one.',
  },
  contest_open: {
    status: 409,
    code: 'conflict',
    error: 'This contest is still open. Winners are drawn once it is over.',
  },
  contest_drawn: {
    status: 409,
    code: 'conflict',
    error: 'Nobody is left to draw: all prizes are given, or nobody else entered.',
  },
  newsletter_link_old: {
    status: 404,
    code: 'not_found',
    error: 'This link is too old, or not complete. Sign up once more, and we send another one.',
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(formRefusals)
