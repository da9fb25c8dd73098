import { type Context } from 'hono'
import { type FieldErrors } from '#contract/errors.ts'
import { type Refused } from '../../http/http.ts'
import { refuseFields } from '../../http/refuse.ts'
import { refuse } from '../refusals.ts'

type RefusedForm =
  { ok: false; reason: 'invalid'; fields: FieldErrors } | { ok: false; reason: Parameters<typeof refuse>[1] }

/** Why a form was not taken; `stamp_over` where its stamp will never do. */
export function refuseForm(c: Context, refused: RefusedForm): Refused {
  if ('fields' in refused) return refuseFields(c, refused.fields)
  return refuse(c, refused.reason, refused.reason === 'form_too_old' ? { stamp_over: true } : {})
}
