import { createMiddleware } from 'hono/factory'
import { matchedRoutes } from 'hono/route'
import { type CallLimit, getCallLimits, limitRules, limitSentence } from '../rules/access/call-limits.ts'
import { type ApiEnv, refusalReply } from '../http/http.ts'
import { countCall } from '../http/count-call.ts'
import { type MatchedCall, readLimitSubjects } from './read-limit-subjects.ts'
import { type CallSchemas } from './request-schemas.ts'

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
