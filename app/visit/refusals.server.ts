import { BUSY_SENTENCE, TOO_FAST_SENTENCE } from '#contract/service-sentences.ts'

/** Why a page is not made now: too much waits, or one network asked for too many at once. */
export type Refusal = 'busy' | 'too_fast'

export const REFUSALS: Readonly<Record<Refusal, { status: number; sentence: string }>> = {
  busy: { status: 503, sentence: BUSY_SENTENCE },
  too_fast: { status: 429, sentence: TOO_FAST_SENTENCE },
}
