import { eq } from 'drizzle-orm'
import { type Context } from 'hono'
import { type ZodType } from 'zod'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { type CallLimit } from '../rules/access/call-limits.ts'
import { limitSubjects, type SubjectPlace } from '../rules/access/limit-subjects.ts'
import { type ApiEnv } from '../http/http.ts'
import { type CallSubjects } from '../http/count-call.ts'
import { callerScope } from './idempotent.ts'
import { type CallSchemas } from './request-schemas.ts'

export interface MatchedCall {
  method: string
  /** The route's pattern, `/v1/orders/:id` say. */
  path: string
}

/** Reads who calls and whom the call acts on, in the same way as the route. */
export async function readLimitSubjects(
  c: Context<ApiEnv>,
  { method, path }: MatchedCall,
  rule: CallLimit,
  schemas: CallSchemas | undefined,
): Promise<CallSubjects> {
  const caller = c.get('caller')
  const place = needsPlace(rule) ? limitSubjects[`${method} ${path}`] : undefined
  const body = place && needsBody(place) ? await parseBody(c, schemas?.body) : undefined
  const orderId = place?.order && readOrderId(c, place.order, { path, body, params: schemas?.params })
  return {
    address: c.env.visitorAddress,
    email: place?.email && (await readEmail(c, place.email, body)),
    sessionId: caller.kind === 'visitor' ? undefined : caller.sessionId,
    // The owner is not known yet: a caller who names a foreign order must not use up its owner's
    // limit.
    payerOfOrder: orderId === undefined ? undefined : `${callerScope(caller)} ${orderId}`,
  }
}

const needsPlace = ({ limits }: CallLimit) =>
  limits.some(({ by }) => by === 'email' || by === 'email and address' || by === 'order')
const needsBody = ({ email, order }: SubjectPlace) =>
  (email !== undefined && email !== 'own account') || (order !== undefined && 'body' in order)

async function readEmail(
  c: Context<ApiEnv>,
  place: NonNullable<SubjectPlace['email']>,
  body: unknown,
): Promise<string | undefined> {
  const caller = c.get('caller')
  const ownEmail = () =>
    caller.kind === 'visitor' ? undefined : findAccountEmail(c.get('deps'), caller.userId)
  const email = place === 'own account' ? await ownEmail() : valueAt(body, place.body)
  // Every route looks up e-mails without regard to case and to spaces around them.
  return typeof email === 'string' ? email.trim().toLowerCase() : undefined
}

/** The id as the route reads it: `7`, `07` and `7.0` name one order. */
function readOrderId(
  c: Context<ApiEnv>,
  place: NonNullable<SubjectPlace['order']>,
  { path, body, params }: { path: string; body: unknown; params: ZodType | undefined },
): string | undefined {
  if ('body' in place) {
    const id = valueAt(body, place.body)
    return id === undefined ? undefined : String(id)
  }
  const parsed = params?.safeParse(paramsOf(path, c.req.path))
  return parsed?.success ? String(valueAt(parsed.data, place.param)) : undefined
}

/** Reads the route's parameters, which earlier middleware cannot get from the framework. */
function paramsOf(pattern: string, path: string): Record<string, string> {
  const segments = path.split('/')
  const named = pattern.split('/').flatMap((part, at): [string, string][] => {
    return part.startsWith(':') ? [[part.slice(1), decode(segments[at] ?? '')]] : []
  })
  return Object.fromEntries(named)
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((whole, name) => {
    const isObject = typeof whole === 'object' && whole !== null && Object.hasOwn(whole, name)
    return isObject ? (whole as Record<string, unknown>)[name] : undefined
  }, value)
}

/**
 * The body parsed by the route's schema; undefined when it is invalid, because the call then acts
 * on nobody. The route can still read the body.
 */
async function parseBody(c: Context<ApiEnv>, schema: ZodType | undefined): Promise<unknown> {
  if (!schema) return undefined
  try {
    const parsed = await schema.safeParseAsync(JSON.parse(await c.req.text()))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/** The e-mail that an account logs in with. */
async function findAccountEmail(
  { database: { db } }: Pick<ApiDeps, 'database'>,
  userId: number,
): Promise<string | undefined> {
  const [user] = await db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return user?.email
}
