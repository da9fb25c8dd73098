import { randomBytes, timingSafeEqual } from 'node:crypto'
import { type StampedForm } from '#contract/form-entry.ts'
import { type ApiDeps } from '../deps.ts'
import { findStampProblem, parseStamp, type StampProblem, stampBody } from './rules/form-timestamp.ts'
import { keyedHash } from '../gateways/sealed-text.ts'

type Deps = Pick<ApiDeps, 'settings' | 'clock'>

const sign = ({ settings }: Deps, form: StampedForm, body: string) =>
  keyedHash(settings.secrets.code, 'form-stamp', `${form} ${body}`)

/** Says when a form was shown, so that nothing need be kept of those who only look. */
export function makeFormStamp(deps: Deps, form: StampedForm): string {
  const body = stampBody(deps.clock.now(), randomBytes(12).toString('base64url'))
  return `${body}.${sign(deps, form, body)}`
}

/**
 * @returns the name under which the one entry of this stamp is kept; one of another form, or of
 *   nobody's making, is as good as one that is too old
 */
export function readFormStamp(
  deps: Deps,
  form: StampedForm,
  text: string,
): { ok: true; nonce: string } | { ok: false; reason: StampProblem } {
  const stamp = parseStamp(text)
  if (!stamp) return { ok: false, reason: 'form_too_old' }
  const right = Buffer.from(sign(deps, form, stampBody(stamp.shownAt, stamp.nonce)))
  const given = Buffer.from(stamp.signature)
  if (right.length !== given.length || !timingSafeEqual(right, given))
    return { ok: false, reason: 'form_too_old' }
  const reason = findStampProblem(stamp.shownAt, deps.clock.now())
  return reason ? { ok: false, reason } : { ok: true, nonce: stamp.nonce }
}
