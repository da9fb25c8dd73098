import { OpenAPIHono } from '@hono/zod-openapi'
import { type Context, type TypedResponse } from 'hono'
import { type ErrorBody, type FieldErrors } from '#contract/errors.ts'
import { type ApiDeps } from '../deps.ts'
import { type CallLimit } from '../rules/access/call-limits.ts'
import { fieldErrors } from './field-errors.ts'
import { type CountedCall } from './count-call.ts'

export type RoleName = 'admin' | 'staff' | 'pilot'

/**
 * A caller with a token. Guests, and customers whose e-mail is not proven, reach only what their
 * own session made.
 */
export interface SignedInCaller {
  kind: 'guest' | 'customer' | 'key'
  sessionId: string
  userId: number
  emailProven: boolean
  /** The order that the mailed link behind a guest's session is about. */
  reachesOrderId?: number | undefined
  /** Empty for guests, whatever e-mail they typed. */
  roles: RoleName[]
  /**
   * Set for API keys: the key, its brand (null for all brands) and its scopes. `userId` is its
   * creator.
   */
  apiKey?: { id: number; brandId: number | null; scopes: readonly string[] } | undefined
}
/** The caller of a request. */
export type Caller = { kind: 'visitor' } | SignedInCaller

/** What the server knows about a request beside its HTTP content. */
export interface ApiBindings {
  /** The visitor's address, for call limits; not the address of the shop's server. */
  visitorAddress?: string
  requestId?: string
}

export interface ApiEnv {
  Bindings: ApiBindings
  Variables: {
    deps: ApiDeps
    caller: Caller
    /** How far the permission table lets this caller reach with this call. */
    reach: 'own' | 'any'
    requestId: string
    /** Counts the call against a further limit that only the route can choose. */
    countCall: (rule: CallLimit) => Promise<CountedCall>
  }
}

/**
 * Creates a part of `/v1`. An invalid body or query answers 422 with field → messages, an invalid
 * path 404.
 */
export function createRouter() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return undefined
      if (result.target === 'param') return c.json(NOTHING_HERE, 404)
      return c.json(fieldErrors(result.error, result.target === 'json' ? 'body' : 'query'), 422)
    },
  })
}

/** The body of a 404. */
export const NOTHING_HERE = { error: 'There is nothing at this address.', code: 'not_found' }

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 412 | 415 | 422 | 429 | 502 | 503
export type Refused = Response & TypedResponse<never, never, 'json'>

/**
 * Answers with a refusal. Routes declare only their success, because sessions, limits and rules
 * refuse all of them alike; the return type therefore fits every route.
 */
export function refusalReply(
  c: Context,
  status: RefusalStatus,
  body: ErrorBody | FieldErrors,
  headers: Record<string, string> = {},
): Refused {
  const response: Response = c.json(body, status, headers)
  // The framework's types ask for a mark that does not exist at run time.
  return response as Refused
}
