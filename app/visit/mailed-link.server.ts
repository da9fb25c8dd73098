import { PRIVATE_HEADERS } from './session.server.ts'
import { type ApiResult } from './api-result.ts'

/** Headers of a page whose address contains a secret, which must not leak to other sites. */
export const SECRET_PAGE_HEADERS = { ...PRIVATE_HEADERS, 'Referrer-Policy': 'no-referrer' } as const

/**
 * The content of a mailed link: its secret, undefined if it cannot be one, and the address it was
 * mailed to.
 */
export interface MailedLink {
  token: string | undefined
  email: string
}

export function readMailedLink(request: Request): MailedLink {
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('token') ?? ''
  return {
    token: /^[\w-]{16,200}$/.test(token) ? token : undefined,
    email: (searchParams.get('email') ?? '').trim(),
  }
}

/**
 * Checks whether a mailed link is still valid. Checking does not use it up, because mail programs
 * prefetch links.
 *
 * @param ask requests the link's data from the service
 * @returns the data of a valid link; undefined for an invalid or used one
 * @throws Response with the refusal's status and message if the service cannot tell now
 */
export async function checkMailedLink<T>(
  { token }: MailedLink,
  ask: (token: string) => Promise<ApiResult<T>>,
): Promise<T | undefined> {
  const result = token === undefined ? undefined : await ask(token)
  if (result?.ok) return result.data
  if (result && (result.status === 429 || result.status >= 500)) {
    throw new Response(result.message, { status: result.status, headers: SECRET_PAGE_HEADERS })
  }
  return undefined
}

/**
 * Why the form behind a mailed link was refused. An invalid or used link has no message here,
 * because the reloaded page says so.
 */
export function linkRefusal(result: (ApiResult<unknown> & { ok: false }) | undefined): {
  status: number
  error: string
} {
  const isShown = result && (result.status === 422 || result.status === 429 || result.status >= 500)
  return isShown ? { status: result.status, error: result.message } : { status: 404, error: '' }
}
