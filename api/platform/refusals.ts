import { createRefuse } from '../http/refuse.ts'
import { type Refusal } from '../http/refusal.ts'

/** Refusals of jobs. */
const platformRefusals = {
  job_not_failed: { status: 409, code: 'conflict', error: 'This job did not fail, or runs again already.' },
  job_not_waiting: { status: 409, code: 'conflict', error: 'This job does not wait any more.' },
} satisfies Record<string, Refusal>

export const refuse = createRefuse(platformRefusals)
