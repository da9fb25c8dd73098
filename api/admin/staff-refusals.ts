import { type Refusal } from '../http/refusal.ts'

/** What the staff look after. */
export const staffRefusals = {
  not_admin: { status: 403, code: 'forbidden', error: 'You are no admin any more.' },
  staff_oneself: {
    status: 403,
    code: 'forbidden',
    error: 'Nobody does this to themselves. Ask another admin.',
  },
  too_many_invitations: {
    status: 409,
    code: 'conflict',
    error: 'This person was sent five mails within the hour. Please wait before you send another.',
  },
  job_not_failed: { status: 409, code: 'conflict', error: 'This job did not fail, or runs again already.' },
  job_not_waiting: { status: 409, code: 'conflict', error: 'This job does not wait any more.' },
  mail_not_correctable: {
    status: 409,
    code: 'conflict',
    error:
      'This mail cannot be sent anew from here: it has arrived, was sent anew already, or is ' +
      'neither about an order nor a gift or a prize.',
  },
  move_link_over: {
    status: 409,
    code: 'conflict',
    error:
      'The new seats are not kept any more, and the flight stays where it is. Move it anew from its order.',
  },
  prize_in_account: {
    status: 409,
    code: 'conflict',
    error:
      'The prize lies in an account that its owner has opened, and stays there. Send it to the same address.',
  },
  mail_not_repeatable: {
    status: 409,
    code: 'conflict',
    error:
      'This mail cannot be sent again: it carried a link of its own, has not left yet, or went ' +
      'to another address than the order’s.',
  },
  too_many_copies: {
    status: 429,
    code: 'rate_limited',
    error: 'This mail was sent several times within an hour already.',
    retryAfterSeconds: 3600,
  },
  day_not_begun: { status: 409, code: 'conflict', error: 'This day has not begun yet.' },
  day_closed: { status: 409, code: 'conflict', error: 'Somebody has closed this day already.' },
  day_reopened: { status: 409, code: 'conflict', error: 'This closing was taken back already.' },
  books_unbalanced: {
    status: 409,
    code: 'conflict',
    error: 'The books of this day do not balance, so it cannot be closed. See the promises.',
  },
  drawers_open: {
    status: 409,
    code: 'conflict',
    error: 'A drawer is not counted yet. Have it counted first, or write why it is not.',
  },
  task_done: { status: 409, code: 'conflict', error: 'This task is done already.' },
  promise_run_under_way: {
    status: 409,
    code: 'conflict',
    error: 'The promises are being checked already. Please wait for that run to end.',
  },
  report_group: { status: 422, fields: { by: ['This report cannot be had that way'] } },
  report_span: { status: 422, fields: { to: ['Must be the first day or later, at most ten years on'] } },
  report_too_long: {
    status: 422,
    fields: { to: ['Must be at most 92 days from the first; longer ones are for a run (report_runs)'] },
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
} satisfies Record<string, Refusal>
