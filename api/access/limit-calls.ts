import { type OpenAPIHono } from '@hono/zod-openapi'
import { eq } from 'drizzle-orm'
import { type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { type Logger } from 'pino'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { ZodType } from 'zod'
import { ASYNCHRONOUS_COMMIT } from '../db/asynchronous-commit.ts'
import { type Database } from '../db/client.ts'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import { users } from '../db/schema/people.ts'
import { type ApiDeps } from '../deps.ts'
import { keyedHash } from '../gateways/sealed-text.ts'
import { type CountedCall, type ApiEnv, refusalReply } from '../http/http.ts'
import {
  type CallLimit,
  getCallLimits,
  getNetworkPrefix,
  type Limit,
  limitRules,
  limitSentence,
  limitSubjects,
  type Subject,
  type SubjectPlace,
} from '../rules/access/call-limits.ts'
import { callerScope } from './idempotent.ts'

type Counters = Parameters<typeof countCall>[1]

/**
 * Refuses calls that come too often (`rules/access/call-limits.ts`) with 429, `Retry-After` and a
 * message. It runs before the route, so an idempotency key never stores its refusal. A replayed
 * answer counts as a call but not as another failure.
 */
export function limitCalls(
  counters: Counters,
  schemasOf: (call: string) => CallSchemas | undefined,
  rules = getCallLimits,
) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const route = matchedRoutes(c).find((one) => one.method === method)
    const call: MatchedCall = { method, path: route?.path ?? '' }
    const name = `${method} ${call.path}`
    const read = (rule: CallLimit) => readLimitSubjects(c, call, rule, schemasOf(name))
    c.set('countCall', async (beside) => countCall(c.get('deps'), counters, beside, await read(beside)))
    const rule = route && rules(name)
    if (!rule) return next()
    const subjects = await read(rule)
    const keyCount =
      c.get('caller').kind === 'key' &&
      (await countCall(c.get('deps'), counters, limitRules.apiKeys, subjects))
    const counted =
      keyCount && !keyCount.ok ? keyCount : await countCall(c.get('deps'), counters, rule, subjects)
    if (!counted.ok) {
      const { waitSeconds } = counted
      return refusalReply(
        c,
        429,
        { error: limitSentence(waitSeconds), code: 'rate_limited' },
        { 'Retry-After': String(waitSeconds) },
      )
    }
    await next()
    const replayed = c.res.headers.has('Idempotent-Replayed')
    await counted.settle(!replayed && rule.failures.includes(c.res.status))
  })
}

interface MatchedCall {
  method: string
  /** The route's pattern, `/v1/orders/:id` say. */
  path: string
}

/** Reads who calls and whom the call acts on, in the same way as the route. */
async function readLimitSubjects(
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

/** The schemas that a route parses a request with. */
interface CallSchemas {
  body: ZodType | undefined
  params: ZodType | undefined
}

/**
 * The schemas that routes declare, by method and pattern (`POST /v1/orders/:id/email`). They are
 * collected on first use, because routes are added after the middleware that needs them.
 */
export function requestSchemas(app: OpenAPIHono<ApiEnv>): (call: string) => CallSchemas | undefined {
  let known: ReadonlyMap<string, CallSchemas> | undefined
  return (call) => (known ??= collect(app)).get(call)
}

function collect(app: OpenAPIHono<ApiEnv>): ReadonlyMap<string, CallSchemas> {
  const routes = app.openAPIRegistry.definitions.flatMap((one) => (one.type === 'route' ? [one.route] : []))
  return new Map(
    routes.map(({ method, path, request }) => {
      const pattern = path.replaceAll(/\{(\w+)\}/g, ':$1')
      const schemas = {
        body: schemaOf(request?.body?.content['application/json']),
        params: asSchema(request?.params),
      }
      return [`${method.toUpperCase()} ${pattern}`, schemas]
    }),
  )
}

const asSchema = (value: unknown): ZodType | undefined => (value instanceof ZodType ? value : undefined)
const schemaOf = (media: object | undefined) =>
  asSchema(media && 'schema' in media ? media.schema : undefined)

/** The caller and the subjects of a call, as far as they are known. */
interface CallSubjects {
  address: string | undefined
  email: string | undefined
  sessionId: string | undefined
  /** An order together with the caller who wants to pay it. */
  payerOfOrder: string | undefined
}

/**
 * Counts a call against its limits before it runs, so that parallel calls cannot exceed them. A
 * refused call is not counted, because it must not use up the limit of others behind the same
 * address.
 */
async function countCall(
  deps: Pick<ApiDeps, 'settings'>,
  counters: CallCounters,
  rule: CallLimit,
  subjects: CallSubjects,
): Promise<CountedCall> {
  const keys = rule.limits.flatMap((limit): LimitedKey[] => {
    const subject = subjectOf(limit.by, subjects)
    if (subject === undefined) return []
    const count = {
      name: `${rule.name}:${String(limit.minutes)}:${limit.by}:${limit.counts}`,
      points: Math.ceil(limit.tries * deps.settings.limitFactor),
      seconds: limit.minutes * 60,
      counted: rule.counted,
    }
    // A count that never leaves the process needs no hash.
    const key =
      rule.counted === 'here' ? subject : keyedHash(deps.settings.secrets.code, 'call-limit', subject)
    return [{ limit, count, key }]
  })
  const waitSeconds = await counters.take(keys)
  if (waitSeconds > 0) {
    await counters.returnPoints(keys)
    return { ok: false, waitSeconds }
  }
  const failures = keys.filter(({ limit }) => limit.counts === 'failures')
  return {
    ok: true,
    settle: async (failed) => {
      if (!failed && failures.length > 0) await counters.returnPoints(failures)
    },
  }
}

type LimitedKey = CountedKey & { limit: Limit }

/**
 * Returns the limit's subject; undefined when the call has none. Callers with an unknown address
 * share one subject.
 */
function subjectOf(
  by: Subject,
  { address, email, sessionId, payerOfOrder }: CallSubjects,
): string | undefined {
  const network = getNetworkPrefix(address ?? '') ?? 'unknown'
  switch (by) {
    case 'everybody':
      return 'everybody'
    case 'address':
      return network
    case 'email':
      return email
    case 'email and address':
      return email === undefined ? undefined : `${email} ${network}`
    case 'session':
      return sessionId
    case 'order':
      return payerOfOrder
  }
}

/** A limit: at most `points` of a key in a window that starts with its first point. */
interface Count {
  /** Prefix of the key; limits with the same name share their counts. */
  name: string
  points: number
  seconds: number
  /** Counted by all processes on the database together, or by each one separately. */
  counted: 'everywhere' | 'here'
}

interface CountedKey {
  count: Count
  key: string
}

interface CallCounters {
  /**
   * Takes a point of each key.
   *
   * @returns seconds until all of them have points again; 0 when each had a point left
   */
  take(keys: readonly CountedKey[]): Promise<number>
  /** Returns a point of each key. */
  returnPoints(keys: readonly CountedKey[]): Promise<void>
}

/**
 * Counts calls: on a database server in `call_counts`, for all processes together and in one
 * statement however many limits a call has; with the embedded database in memory, because there is
 * one process. If the table fails, each process counts in memory until it works again and logs an
 * error: limits become wider but stay in force.
 */
export function createCallCounters(database: Pick<Database, 'kind' | 'query'>, log: Logger): CallCounters {
  const here = createMemoryCounters()
  const everywhere = createDatabaseCounters(database)
  const isShared = ({ count }: CountedKey) => database.kind === 'server' && count.counted === 'everywhere'
  /** Counts shared keys in the database, or in memory while it cannot. */
  const shared = async <T>(keys: readonly CountedKey[], act: (counters: CallCounters) => Promise<T>) => {
    if (keys.length === 0) return undefined
    try {
      return await act(everywhere)
    } catch (error) {
      const level = isDatabaseUnavailable(error) ? 'debug' : 'error'
      log[level]({ err: error }, 'calls cannot be counted in the database')
      return act(here)
    }
  }
  return {
    take: async (keys) => {
      const [ours, theirs] = [keys.filter((one) => !isShared(one)), keys.filter(isShared)]
      const waits = [await here.take(ours), (await shared(theirs, (counters) => counters.take(theirs))) ?? 0]
      return Math.max(...waits)
    },
    returnPoints: async (keys) => {
      const [ours, theirs] = [keys.filter((one) => !isShared(one)), keys.filter(isShared)]
      await here.returnPoints(ours)
      await shared(theirs, (counters) => counters.returnPoints(theirs))
    },
  }
}

function createMemoryCounters(): CallCounters {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterOf = ({ name, points, seconds }: Count): RateLimiterMemory => {
    const at = `${name} ${String(points)} ${String(seconds)}`
    const known = limiters.get(at)
    if (known) return known
    const made = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
    limiters.set(at, made)
    return made
  }
  const takeOne = async ({ count, key }: CountedKey): Promise<number> => {
    try {
      await limiterOf(count).consume(key)
      return 0
    } catch (error) {
      if (error instanceof RateLimiterRes) return inSeconds(error.msBeforeNext)
      throw error
    }
  }
  return {
    take: async (keys) => Math.max(0, ...(await Promise.all(keys.map(takeOne)))),
    returnPoints: async (keys) => {
      await Promise.all(keys.map(({ count, key }) => limiterOf(count).reward(key)))
    },
  }
}

/**
 * A window is over at its end, and when it ends minutes after one that begins now: it was made before
 * the clock was set back, and would refuse calls until the clock is there again.
 */
const OVER = '(kept.expire <= $1 or kept.expire > excluded.expire + 300000)'

/** The rows are locked in the order of their keys, so that two calls never wait for each other. */
function createDatabaseCounters({ query }: Pick<Database, 'query'>): CallCounters {
  const rowOf = ({ count, key }: CountedKey) => `${count.name}:${key}`
  return {
    take: async (keys) => {
      const now = Date.now()
      const { rows } = await query(
        `insert into call_counts as kept (key, points, expire)
         select asked.key, 1, $1::bigint + asked.seconds * 1000
         from unnest($2::text[], $3::int[]) as asked (key, seconds)
         where ${ASYNCHRONOUS_COMMIT} order by asked.key
         on conflict (key) do update set
           points = case when ${OVER} then 1 else kept.points + 1 end,
           expire = case when ${OVER} then excluded.expire else kept.expire end
         returning key, points, expire`,
        [now, keys.map(rowOf), keys.map(({ count }) => count.seconds)],
      )
      const waits = keys.map((one) => {
        const row = rows.find(({ key }) => key === rowOf(one))
        return Number(row?.['points']) > one.count.points ? inSeconds(Number(row?.['expire']) - now) : 0
      })
      return Math.max(0, ...waits)
    },
    returnPoints: async (keys) => {
      await query(
        `with counted as (
           select key from call_counts where key = any($1) and expire > $2 order by key for update
         )
         update call_counts set points = points - 1 from counted
         where call_counts.key = counted.key and ${ASYNCHRONOUS_COMMIT}`,
        [keys.map(rowOf), Date.now()],
      )
    },
  }
}

const inSeconds = (milliseconds: number) => Math.max(1, Math.ceil(milliseconds / 1000))
