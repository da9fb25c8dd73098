import { type Context } from 'hono'
import { type HoldLimitReached, describeHoldLimit } from '../rules/hold-limits.ts'
import { type Refused, refusalReply } from '../../http/http.ts'

/** 409 `too_many_holds`: which seats are in the way, what to do about it, and when to try again. */
export function refuseOverHoldLimit(c: Context, { cap, freeAt }: HoldLimitReached, now: Date): Refused {
  const wait = Math.max(60, Math.ceil((freeAt.getTime() - now.getTime()) / 1000))
  const body = { error: describeHoldLimit(cap, wait), code: 'too_many_holds' }
  return refusalReply(c, 409, body, { 'Retry-After': String(wait) })
}
