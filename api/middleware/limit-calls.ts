import { type Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { z } from 'zod'
import { limitOf, limitRules, limitSentence } from '../domain/access/call-limits.ts'
import { type ApiEnv, refusalReply } from '../http.ts'
import { type CallSubjects, countCall } from '../services/platform/count-call.ts'
import { callerScope } from './idempotent.ts'

type Counters = Parameters<typeof countCall>[1]

/**
 * Refuses calls that come too often (`domain/call-limits.ts`) with 429, `Retry-After` and a sentence. It stands before
 * what a route does itself, so a refusal is never kept as the answer to an `Idempotency-Key`; a kept answer that is
 * given again counts as a call, not as another failure.
 */
export function limitCalls(counters: Counters, rules = limitOf) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    c.set('countCall', async (beside) => countCall(c.get('deps'), counters, beside, await readSubjects(c)))
    const method = c.req.method === 'HEAD' ? 'GET' : c.req.method
    const route = matchedRoutes(c).find((one) => one.method === method)
    const rule = route && rules(`${method} ${route.path}`)
    if (!rule) return next()
    const subjects = await readSubjects(c)
    const ofKey = c.get('caller').kind === 'key' && (await countCall(c.get('deps'), counters, limitRules.apiKeys, subjects)) // prettier-ignore
    const counted = ofKey && !ofKey.ok ? ofKey : await countCall(c.get('deps'), counters, rule, subjects)
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

const Email = z.object({ email: z.string() })
const Named = z.object({ order_id: z.union([z.number(), z.string()]) })
/** The names under which calls wrap whom they are about. */
const WRAPPERS = ['auth', 'user', 'customer', 'password_reset', 'payment', 'resumption', 'order', 'waitlist_entry', 'email_change', 'form_entry', 'newsletter_sign_up'] as const // prettier-ignore

async function readSubjects(c: Context<ApiEnv>): Promise<CallSubjects> {
  const caller = c.get('caller')
  const body = await readBody(c)
  const parts = [body, ...WRAPPERS.map((name) => body[name])]
  const emails = [...parts, c.req.query()].map((one) => Email.safeParse(one).data?.email)
  const orders = parts.map((one) => Named.safeParse(one).data?.order_id)
  const orderId = orders.find((one) => one !== undefined)
  return {
    address: c.env.visitorAddress,
    email: emails
      .find((one) => one !== undefined)
      ?.trim()
      .toLowerCase(),
    sessionId: caller.kind === 'visitor' ? undefined : caller.sessionId,
    // Nobody knows yet whose order it is: who names another's must not use up what its owner has.
    payerOfOrder: orderId === undefined ? undefined : `${callerScope(caller)} ${String(orderId)}`,
  }
}

/**
 * The body as JSON; empty when there is none or it is not. Reading leaves it readable for the route, as text: a picture
 * is left alone, and what calls itself one is no JSON to any route.
 */
async function readBody(c: Context<ApiEnv>): Promise<Record<string, unknown>> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return {}
  if (c.req.header('Content-Type')?.startsWith('image/')) return {}
  try {
    const body: unknown = JSON.parse(await c.req.text())
    return typeof body === 'object' && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}
