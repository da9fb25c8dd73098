import { type CallCounters, type Count } from '../db/call-counters.ts'
import { type CallLimit, type Limit, type Subject } from '../rules/access/call-limits.ts'
import { getNetworkPrefix } from '../rules/access/network-address.ts'
import { keyedHash } from '../gateways/keyed-hash.ts'
import { type ApiDeps } from '../deps.ts'

/** The caller and the subjects of a call, as far as they are known. */
export interface CallSubjects {
  address: string | undefined
  email: string | undefined
  sessionId: string | undefined
  /** An order together with the caller who wants to pay it. */
  payerOfOrder: string | undefined
}

export type CountedCall =
  | {
      ok: true
      /**
       * Reports the call's result. A successful call gets its points back where only failures
       * count.
       */
      settle(failed: boolean): Promise<void>
    }
  | { ok: false; waitSeconds: number }

interface CountedPoints {
  limit: Limit
  count: Count
  key: string
}

/**
 * Counts a call against its limits before it runs, so that parallel calls cannot exceed them. A
 * refused call is not counted, because it must not use up the limit of others behind the same
 * address.
 */
export async function countCall(
  deps: Pick<ApiDeps, 'settings'>,
  counters: CallCounters,
  rule: CallLimit,
  subjects: CallSubjects,
): Promise<CountedCall> {
  const counts = rule.limits.flatMap((limit): CountedPoints[] => {
    const subject = subjectOf(limit.by, subjects)
    if (subject === undefined) return []
    const count = {
      name: `${rule.name}:${String(limit.minutes)}:${limit.by}:${limit.counts}`,
      points: Math.ceil(limit.tries * deps.settings.limitFactor),
      seconds: limit.minutes * 60,
      counted: rule.counted,
    }
    return [{ limit, count, key: keyedHash(deps.settings.secrets.code, 'call-limit', subject) }]
  })
  const returnPoints = async (taken: readonly CountedPoints[]) => {
    await Promise.all(taken.map(({ count, key }) => counters.returnPoint(count, key)))
  }
  const waits = await Promise.all(counts.map(({ count, key }) => counters.take(count, key)))
  const waitSeconds = Math.max(0, ...waits)
  if (waitSeconds > 0) {
    await returnPoints(counts)
    return { ok: false, waitSeconds }
  }
  return {
    ok: true,
    settle: (failed) => returnPoints(failed ? [] : counts.filter(({ limit }) => limit.counts === 'failures')),
  }
}

/**
 * Returns the limit's subject; undefined when the call has none. Callers with an unknown address
 * share one subject.
 */
function subjectOf(
  by: Subject,
  { address, email, sessionId, payerOfOrder }: CallSubjects,
): string | undefined {
  const network = getNetworkPrefix(address ?? '') ?? 'unknown'
  switch (by) {
    case 'everybody':
      return 'everybody'
    case 'address':
      return network
    case 'email':
      return email
    case 'email and address':
      return email === undefined ? undefined : `${email} ${network}`
    case 'session':
      return sessionId
    case 'order':
      return payerOfOrder
  }
}
