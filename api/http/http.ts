import { OpenAPIHono } from '@hono/zod-openapi'
import { type Context, type TypedResponse } from 'hono'
import { type ErrorBody, type FieldErrors } from '#contract/errors.ts'
import { type ApiDeps } from '../deps.ts'
import { type CallLimit } from '../rules/access/call-limits.ts'
import { fieldErrors } from './field-errors.ts'
import { type CountedCall } from './count-call.ts'

export type RoleName = 'admin' | 'staff' | 'pilot'

/**
 * Someone with a token. A guest reaches only what their own session made; a customer whose e-mail
 * is unproven likewise.
 */
export interface SignedInCaller {
  kind: 'guest' | 'customer' | 'key'
  sessionId: string
  userId: number
  emailProven: boolean
  /** The order that the mailed link behind a guest's session is about. */
  reachesOrderId?: number | undefined
  /** Empty for guests, whoever's e-mail they typed. */
  roles: RoleName[]
  /** Of a key: which, whose orders and products, and what for. `userId` is who made it. */
  apiKey?: { id: number; brandId: number | null; scopes: readonly string[] } | undefined
}
/** Who calls. */
export type Caller = { kind: 'visitor' } | SignedInCaller

/** What the outer server knows of a request and the wire does not say. */
export interface ApiBindings {
  /** The person's address, for limits; not the shop's. */
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
    /** Counts the call against a limit beside its own, for what only the route can tell. */
    countCall: (rule: CallLimit) => Promise<CountedCall>
  }
}

/**
 * A part of `/v1`. A body or query that does not fit the route's schema answers 422 with field →
 * messages; a path that does not fit leads nowhere.
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
 * A refusal as any route may return it. The declared replies of a route list its success; what can
 * refuse it (a session, a limit, a rule) is the same everywhere, so this fits each of them.
 */
export function refusalReply(
  c: Context,
  status: RefusalStatus,
  body: ErrorBody | FieldErrors,
  headers: Record<string, string> = {},
): Refused {
  const response: Response = c.json(body, status, headers)
  // A type-only mark that the framework's typing asks for; there is no such property at run time.
  return response as Refused
}
