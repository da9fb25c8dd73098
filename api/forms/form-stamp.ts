import { randomBytes } from 'node:crypto'
import { type StampedForm } from '#contract/form-entry.ts'
import { type ApiDeps } from '../deps.ts'
import { findStampProblem, parseStamp, type StampProblem, stampBody } from './rules/form-timestamp.ts'
import { isKeyedHash, keyedHash } from '../gateways/sealed-text.ts'

type Deps = Pick<ApiDeps, 'settings' | 'clock'>

const USE = 'form-stamp'
const signedText = (form: StampedForm, body: string) => `${form} ${body}`

/** Says when a form was shown, so that nothing need be kept of those who only look. */
export function makeFormStamp(deps: Deps, form: StampedForm): string {
  const body = stampBody(deps.clock.now(), randomBytes(12).toString('base64url'))
  return `${body}.${keyedHash(deps.settings.secrets.code, USE, signedText(form, body))}`
}

/**
 * @returns the key under which the one entry of this timestamp is stored; a timestamp of another
 * form or a forged one is treated like an expired one
 */
export function readFormStamp(
  deps: Deps,
  form: StampedForm,
  text: string,
): { ok: true; nonce: string } | { ok: false; reason: StampProblem } {
  const stamp = parseStamp(text)
  if (!stamp) return { ok: false, reason: 'form_too_old' }
  const signed = signedText(form, stampBody(stamp.shownAt, stamp.nonce))
  if (!isKeyedHash(deps.settings.secrets.code, USE, signed, stamp.signature))
    return { ok: false, reason: 'form_too_old' }
  const reason = findStampProblem(stamp.shownAt, deps.clock.now())
  return reason ? { ok: false, reason } : { ok: true, nonce: stamp.nonce }
}
