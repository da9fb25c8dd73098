import { isRouteErrorResponse } from '@remix-run/react'
import { useState } from 'react'

/** Instead of an answer: the shop was not reached, or it failed. */
export const UNREACHABLE = { unreachable: true } as const

/**
 * Redirects, refusals and what was called off are answers; a broken line and a failing server are
 * none, nor is a server that wants to be asked later.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof Response) return false
  if (isRouteErrorResponse(error)) return error.status >= 500 || error.status === 429
  return !(error instanceof DOMException && error.name === 'AbortError')
}

/** The last answer that came, and whether the one asked for since has not. */
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
