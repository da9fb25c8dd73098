import { isRouteErrorResponse } from '@remix-run/react'
import { useState } from 'react'

/** Result of a request that failed on the network or the server. */
export const UNREACHABLE = { unreachable: true } as const

/**
 * Whether an answer came. Redirects, refusals and aborted requests count as answers; network
 * errors, failing servers and a 503 that says to retry later do not.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof Response) return false
  if (isRouteErrorResponse(error)) return error.status >= 500 || error.status === 429
  return !(error instanceof DOMException && error.name === 'AbortError')
}

/** The last answer, and whether the request after it has failed. */
export function useLastAnswer<Answer extends object>(
  answer: Answer | typeof UNREACHABLE,
): { shown: Answer; failed: boolean } {
  const failed = 'unreachable' in answer
  const [last, keep] = useState(failed ? undefined : answer)
  if (!failed && answer !== last) keep(answer)
  const shown = failed ? last : answer
  if (!shown) throw new Error('The page itself came with an answer')
  return { shown, failed }
}
