import { OpenAPIHono } from '@hono/zod-openapi'
import { type Context, type TypedResponse } from 'hono'
import { type z } from 'zod'
import { type ErrorBody, type FieldErrors } from '#contract/errors.ts'
import { type ApiDeps } from './deps.ts'
import { type CallLimit } from './domain/access/call-limits.ts'
import { type CountedCall } from './services/platform/count-call.ts'

export type RoleName = 'admin' | 'staff' | 'pilot'

/** Someone with a token. A guest reaches only what their own session made; a customer whose e-mail is unproven likewise. */
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

/** A part of `/v1`. Input that does not fit the route's schema answers 422 with field → messages. */
export function createRouter() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (!result.success) return c.json(fieldErrors(result.error), 422)
      return undefined
    },
  })
}

/** zod's issues as `{ field: [messages] }`; issues of nested fields are named `a.0.b`, of the body as a whole `base`. */
export function fieldErrors(error: { issues: readonly z.core.$ZodIssue[] }): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues.flatMap(issuesOfEitherForm)) {
    const name = issue.path.map(String).join('.') || 'base'
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}

/**
 * A body that may come wrapped (`{ order: … }`) or flat is a union; its own issue would only say "Invalid input". The
 * issues of the form that was sent are what helps, named without the wrapper.
 */
function issuesOfEitherForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue]
  const [wrapped, flat] = issue.errors
  if (!wrapped || !flat) return [issue]
  const wrapperMissing = wrapped.some((one) => one.path.length === 1 && one.code === 'invalid_type')
  if (wrapperMissing) return flat
  return wrapped.map((one) => ({ ...one, path: one.path.slice(1) }))
}

export type RefusalStatus = 401 | 403 | 404 | 409 | 412 | 422 | 429 | 502 | 503
export type Refused = Response & TypedResponse<never, never, 'json'>

/**
 * A refusal as any route may return it. The declared replies of a route list its success; what can refuse it (a
 * session, a limit, a rule) is the same everywhere, so this fits each of them.
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
