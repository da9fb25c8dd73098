import { OpenAPIHono } from '@hono/zod-openapi'
import { type Context, type MiddlewareHandler, type TypedResponse } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { type ErrorBody, type FieldErrors } from '#contract/errors.ts'
import { bareFieldName } from '#contract/field-names.ts'
import { type VersionParts } from '#contract/version.ts'
import { type ApiDeps } from '../deps.ts'
import { type CallLimit } from '../rules/access/call-limits.ts'
import { type RoleName } from '../rules/access/roles.ts'
import { type FoundSession } from './find-session.ts'
import { fieldErrors } from './field-errors.ts'

export type { RoleName }

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
  /** When the second factor was shown that the roles count by, or that opened a customer's session. */
  provedAt?: Date | undefined
  /** The password was right, and the second factor is still to be shown: the session opens nothing else. */
  awaitsFactor?: boolean
  /** How much staff may give, when an admin set a limit for them. */
  staffLimitCents?: number | null
  /**
   * Set for API keys: the key, its brand (null for all brands) and its scopes. `userId` is its
   * creator.
   */
  apiKey?: { id: number; brandId: number | null; scopes: readonly string[] } | undefined
  /** The session as the call found it, before what it writes; undefined for API keys. */
  session?: FoundSession | undefined
}
/** The caller of a request. */
export type Caller = { kind: 'visitor' } | SignedInCaller

/** Whether the caller sells for the operator. Roles count only after a second factor. */
export const isStaff = (caller: Caller): boolean =>
  caller.kind !== 'visitor' && (caller.roles.includes('staff') || caller.roles.includes('admin'))

/** What the server knows about a request beside its HTTP content. */
export interface ApiBindings {
  /** The visitor's address, for call limits; not the address of the shop's server. */
  visitorAddress?: string
  requestId?: string
  /**
   * The callers that the reads of one page have found, by token. A call that may write finds its
   * caller anew and empties the list.
   */
  callers?: FoundCallers
  /** Returns an answer for visitors from memory while what it depends on stays, or makes it. */
  keepAnswer?: KeepAnswer
  /** Takes what a read answers from a process that needs no text of it; the answer has no body then. */
  takeAnswer?: (value: unknown) => void
}

/** An answer to a visitor, as it is sent to all of them. */
export interface SharedAnswer {
  ok: boolean
  status: number
  headers: readonly (readonly [string, string])[]
  body: string
}

type KeepAnswer = (
  key: string,
  make: () => Promise<{ answer: SharedAnswer; size: number; parts: VersionParts }>,
) => Promise<SharedAnswer>

export type FoundCallers = Map<string, Promise<FoundCaller>>
export type FoundCaller = { ok: true; caller: SignedInCaller } | { ok: false }

/** A call that was counted against its limits. */
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

export interface ApiEnv {
  Bindings: ApiBindings
  Variables: {
    deps: ApiDeps
    caller: Caller
    /** How far the permission table lets this caller reach with this call. */
    reach: 'own' | 'any'
    requestId: string
    /** Answers another call within this one, for a call that makes one later. */
    callAgain: (request: Request, requestId?: string) => Promise<Response>
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

type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 412 | 415 | 422 | 429 | 502 | 503
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

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/i

function readsAsText(part: string): boolean {
  try {
    return isPlainText(decodeURIComponent(part))
  } catch {
    return false
  }
}

/** Refuses addresses with control characters: 404 for a path, 422 for a query parameter. */
export const readableAddress = createMiddleware<ApiEnv>(async (c, next) => {
  const { pathname, searchParams } = new URL(c.req.url)
  if (!readsAsText(pathname)) return c.json(NOTHING_HERE, 404)
  const unreadable = [...searchParams].filter(([name, value]) => !isPlainText(name) || !isPlainText(value))
  if (unreadable.length === 0) return next()
  const named = unreadable.map(([name]) => [isPlainText(name) ? name : 'base', [TEXT_ONLY]])
  return refusalReply(c, 422, Object.fromEntries(named) as Record<string, string[]>)
})

/**
 * Checks the body of calls that take JSON: another Content-Type answers 415, invalid JSON 400, and
 * control characters 422, before any schema or column sees them.
 *
 * @param takesJson whether a route declares a JSON body, by `POST /v1/orders/:id`
 */
export function readableBody(takesJson: (route: string) => boolean): MiddlewareHandler<ApiEnv> {
  return createMiddleware<ApiEnv>(async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
    const route = matchedRoutes(c).find((one) => one.method === c.req.method)
    if (!route || !takesJson(`${c.req.method} ${route.path}`)) return next()
    const text = await c.req.text()
    // A missing body is reported by the route.
    if (text.trim() === '') return next()
    const type = (c.req.header('Content-Type') ?? '').split(';')[0]?.trim() ?? ''
    if (!JSON_TYPE.test(type)) {
      const error = 'Send this as JSON, with the header Content-Type: application/json.'
      return refusalReply(c, 415, { error, code: 'unsupported_media_type' })
    }
    const body = parse(text)
    if (body === undefined) {
      return refusalReply(c, 400, { error: 'The body is not valid JSON.', code: 'malformed_json' })
    }
    const found = findUnreadableText(body.value)
    if (!found) return next()
    return refusalReply(c, 422, { [bareFieldName(found.path)]: [found.message] })
  })
}

function parse(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/**
 * Control characters except tab and line ends, and unpaired surrogates: not every database column
 * can store them.
 */
const UNPRINTABLE = /[^\P{Cc}\t\n\r]|\p{Cs}/u
/** Deeper than the body of any call. */
const DEEPEST = 32

const TEXT_ONLY = 'Must be plain text, without control characters'
const TOO_DEEP = 'Must not be nested so deeply'

const isPlainText = (text: string): boolean => !UNPRINTABLE.test(text)

/**
 * Finds a text in a parsed body that the database cannot store, and says what is wrong with it;
 * undefined when there is none.
 */
function findUnreadableText(body: unknown): { path: (string | number)[]; message: string } | undefined {
  const open: { value: unknown; path: (string | number)[] }[] = [{ value: body, path: [] }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !isPlainText(value)) return { path, message: TEXT_ONLY }
    if (typeof value !== 'object' || value === null) continue
    if (path.length >= DEEPEST) return { path: path.slice(0, 1), message: TOO_DEEP }
    if (Array.isArray(value)) {
      value.forEach((one: unknown, at) => open.push({ value: one, path: [...path, at] }))
      continue
    }
    for (const [name, one] of Object.entries(value)) {
      if (!isPlainText(name)) return { path, message: TEXT_ONLY }
      open.push({ value: one, path: [...path, name] })
    }
  }
  return undefined
}
