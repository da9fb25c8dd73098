import { type IntegrityChecksReply, type IntegrityCheck } from '#contract/promise.ts'

/** The result of the last run, as a status and a sentence. */
export interface CheckRunSummary {
  state: 'kept' | 'broken' | 'unchecked' | 'uncounted'
  headline: string
}

const WORDS = ['None', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
const inWords = (count: number) => WORDS[count] ?? String(count)

/** Failed checks are named before those that did not run, because a known failure matters more. */
export function summarizeCheckRun({ promises, run }: IntegrityChecksReply): CheckRunSummary {
  if (!run) return { state: 'uncounted', headline: 'Nothing has been counted yet.' }
  const broken = promises.filter(({ state }) => state === 'broken').length
  const unchecked = promises.filter(({ state }) => state === 'unchecked').length
  const all = String(promises.length)
  if (broken > 0) {
    const are = broken === 1 ? 'is' : 'are'
    return {
      state: 'broken',
      headline: `${inWords(broken)} of ${all} promises ${are} not kept. We are on it.`,
    }
  }
  if (unchecked > 0) {
    return {
      state: 'unchecked',
      headline: `${inWords(unchecked)} of ${all} could not be checked. The rest is kept.`,
    }
  }
  return { state: 'kept', headline: `All ${all} promises are kept.` }
}

/** The formatted figure: a count, money, or a dash if it is unknown. */
export function formatFigure({ failing, amount }: Pick<IntegrityCheck, 'failing' | 'amount'>): string {
  if (failing === null) return '–'
  // A check may fail although its amount is 0.
  if (amount !== null && (failing === 0 || amount > 0)) {
    return amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
  }
  return failing.toLocaleString('en-US')
}

const DAY_AND_A_HALF_MS = 36 * 3_600_000

/** True if last night's run is missing. */
export const isCheckRunOverdue = (finishedAt: string, now: Date): boolean =>
  now.getTime() - new Date(finishedAt).getTime() > DAY_AND_A_HALF_MS
