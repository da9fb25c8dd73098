import { PRIVATE_HEADERS } from './session.server.ts'
import { type ApiResult } from './api-result.ts'

/** Of a page whose address carries a secret: it is told to nobody else. */
export const SECRET_PAGE_HEADERS = { ...PRIVATE_HEADERS, 'Referrer-Policy': 'no-referrer' } as const

/**
 * What a mailed link carries: its secret, undefined when it cannot be one, and the address it was
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
 * Looks whether a mailed link still works. Looking spends nothing: mail programs open links before
 * people do.
 *
 * @param ask the service, about the link's secret
 * @returns what the service says of a good one; undefined for a bad or spent one
 * @throws Response with the refusal's status and sentence when the service cannot say, or not so
 *   soon
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
 * Why the form behind a mailed link was refused. A bad or spent link has no sentence: the page,
 * asked again, says so.
 */
export function linkRefusal(result: (ApiResult<unknown> & { ok: false }) | undefined): {
  status: number
  error: string
} {
  const told = result && (result.status === 422 || result.status === 429 || result.status >= 500)
  return told ? { status: result.status, error: result.message } : { status: 404, error: '' }
}
