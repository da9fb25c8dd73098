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
 * Leads any code to where it applies: a gift card or voucher to its flight, with the code in the
 * session and not in an address; a discount to the flights.
 */
export async function redeemCode(visit: Visit, form: FormData): Promise<RedeemAnswer> {
  const submission = parseForm(form, RedeemForm)
  const refuse = (status: number, error?: string, logIn = false): RedeemAnswer => {
    const answer = refuseForm(REDEEM_SHAPE, submission, error ? { errors: { code: [error] } } : {})
    return { status, page: { answer, login: logIn ? loginHrefs() : undefined } }
  }
  if (submission.status !== 'success') return refuse(422)
  const { code } = submission.value
  const lookup = await lookUpCode(visit, code)
  if (!lookup.ok)
    return refuse(
      lookup.status === 429 ? 429 : 422,
      lookup.status === 422 ? lookup.message : checkoutMessage(lookup),
    )
  const { kind, usable, message } = lookup.data.code
  if (kind === 'discount') {
    if (!usable && message) return refuse(422, message)
    const known = lookup.data.code.discount_code ?? code
    visit.session.flash(
      'codeNote',
      `${known} is a discount code: choose a flight, and it comes off the price.`,
    )
    return { location: `/checkout?${new URLSearchParams({ code: known }).toString()}` }
  }
  const saved = saveTenderCode(visit, lookup.data.code)
  if (!saved) return refuse(422, `${code} is not a valid code`)
  if (!saved.ok) return refuse(422, saved.text, message === LOG_IN_TO_USE[saved.kind ?? kind])
  const product = saved.productId === null ? '' : `/${String(saved.productId)}`
  const whole = saved.unit === 'flight' ? '&quantity_type=flight' : ''
  return { location: `/checkout${product}?redeem=1${whole}#main` }
}

/** Redeeming needs an account (spec section 6); both links return here. */
const loginHrefs = () => ({
  login: accountHref('login', REDEEM_PATH),
  register: accountHref('register', REDEEM_PATH),
})
