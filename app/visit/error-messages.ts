import { isRouteErrorResponse } from '@remix-run/react'

/** The error screens of spec section 2, verbatim. */
export const NOT_FOUND_ROUTE = 'This page could not be found'

export const NOT_FOUND_PAGE = "We couldn't find the page you're looking for."

export const FAILED = 'Something went wrong, please try again.'

/** The service behind the shop does not answer, or not in a readable form. */
export const UNREACHABLE = 'We cannot reach our booking service just now. Please try again in a minute.'

/** Status and message of anything that was thrown; details of unexpected errors are never shown. */
export function describeError(error: unknown): { status: number; message: string } {
  if (!isRouteErrorResponse(error)) return { status: 500, message: FAILED }
  const message = typeof error.data === 'string' && error.data.length < 300 ? error.data : ''
  return { status: error.status, message: message || (error.status === 404 ? NOT_FOUND_PAGE : FAILED) }
}
