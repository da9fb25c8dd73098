import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

/** Refusals of day closings, reports and integrity checks. */
const bookkeepingRefusals = {
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
  promise_run_under_way: {
    status: 409,
    code: 'conflict',
    error: 'The promises are being checked already. Please wait for that run to end.',
  },
  report_group: { status: 422, fields: { by: ['This report cannot be had that way'] } },
  report_span: { status: 422, fields: { to: ['Must be the first day or later, at most ten years on'] } },
  saved_report_changed: {
    status: 409,
    code: 'conflict',
    error: 'Somebody has changed this report meanwhile. This is how it is now.',
  },
  report_too_long: {
    status: 422,
    fields: { to: ['Must be at most 92 days from the first; longer ones are for a run (report_runs)'] },
  },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(bookkeepingRefusals)
