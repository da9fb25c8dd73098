import { LOG_IN_TO_USE } from '#contract/tenders.ts'
import { accountHref } from '../account/account-tabs.ts'
import { parseForm, refuseForm } from '../ui/form/read-form.server.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'
import { REDEEM_SHAPE, RedeemForm } from './redeem-form.ts'
import { type RedeemPageProps } from './redeem-page.tsx'
import { lookUpCode, saveTenderCode } from '../payments/save-tenders.server.ts'
import { type Visit } from '../visit/load-visit.server.ts'

export const REDEEM_PATH = '/redeem-voucher'
export type RedeemAnswer = { location: string } | { status: number; page: RedeemPageProps }

/**
 * Leads any code to where it counts: a gift card's or voucher's to its flight, kept in the session
 * and in no address; a discount's to the flights.
 */
export async function redeemCode(visit: Visit, form: FormData): Promise<RedeemAnswer> {
  const submission = parseForm(form, RedeemForm)
  const refuse = (status: number, error?: string, logIn = false): RedeemAnswer => {
    const answer = refuseForm(REDEEM_SHAPE, submission, error ? { errors: { code: [error] } } : {})
    return { status, page: { answer, login: logIn ? loginHrefs() : undefined } }
  }
  if (submission.status !== 'success') return refuse(422)
  const { code } = submission.value
  const asked = await lookUpCode(visit, code)
  if (!asked.ok)
    return refuse(
      asked.status === 429 ? 429 : 422,
      asked.status === 422 ? asked.message : checkoutMessage(asked),
    )
  const { kind, usable, message } = asked.data.code
  if (kind === 'discount') {
    if (!usable && message) return refuse(422, message)
    const known = asked.data.code.discount_code ?? code
    visit.session.flash(
      'codeNote',
      `${known} is a discount code: choose a flight, and it comes off the price.`,
    )
    return { location: `/checkout?${new URLSearchParams({ code: known }).toString()}` }
  }
  const taken = saveTenderCode(visit, asked.data.code)
  if (!taken) return refuse(422, `${code} is not a valid code`)
  if (!taken.ok) return refuse(422, taken.text, message === LOG_IN_TO_USE[taken.kind ?? kind])
  const product = taken.productId === null ? '' : `/${String(taken.productId)}`
  const whole = taken.unit === 'flight' ? '&quantity_type=flight' : ''
  return { location: `/checkout${product}?redeem=1${whole}#main` }
}

/** Nothing is redeemed without an account (spec section 6); both lead back here. */
const loginHrefs = () => ({
  login: accountHref('login', REDEEM_PATH),
  register: accountHref('register', REDEEM_PATH),
})
