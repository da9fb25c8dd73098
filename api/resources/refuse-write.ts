import { type Context } from 'hono'
import { refusalReply } from '../http/http.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import { type Refusal } from './resource.ts'

const CHANGED_MEANWHILE = 'Somebody changed this after you read it. Read it again before you write.'

/** Answers with the status and body of the refusal of a write. */
export function refuseWrite(c: Context, refusal: Refusal) {
  if (refusal.reason === 'not_found') return refuse(c, 'not_found')
  if (refusal.reason === 'invalid') return refuseFields(c, refusal.fields)
  if (refusal.reason === 'changed_meanwhile') {
    return refusalReply(c, 412, { error: CHANGED_MEANWHILE, code: 'changed_meanwhile' })
  }
  if (refusal.reason === 'forbidden') return refusalReply(c, 403, { error: refusal.error, code: 'forbidden' })
  if (refusal.reason === 'approval_needed')
    return refusalReply(c, 403, { error: refusal.error, code: 'approval_needed' })
  return refusalReply(c, 409, { error: refusal.error, code: 'conflict' })
}
