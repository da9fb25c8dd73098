import { type Stripe } from 'stripe'
import { type Decline } from '../../cards/decline-reasons.ts'
import { type StoredObject } from '../../store/unit-of-work.ts'

/**
 * Where the bank asks: at an address, or in the page when there is nowhere to come back to.
 *
 * @param id of the intent
 */
export const bankQuestion = (publicUrl: string, id: string, returnUrl: string | undefined) =>
  returnUrl
    ? {
        type: 'redirect_to_url' as const,
        redirect_to_url: { return_url: returnUrl, url: `${publicUrl}/sandbox/3ds/${id}` },
      }
    : { type: 'use_stripe_sdk' as const, use_stripe_sdk: {} }

/** What an intent remembers of a try that failed: `byBank`, or because nobody proved themselves. */
export const describeFailure = (
  decline: Decline,
  method: StoredObject<'payment_method'>,
  byBank: boolean,
) => ({
  type: byBank ? ('card_error' as const) : ('invalid_request_error' as const),
  ...(byBank ? { decline_code: decline.decline_code } : {}),
  code: decline.code as Stripe.PaymentIntent.LastPaymentError['code'] &
    Stripe.SetupIntent.LastSetupError['code'],
  doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
  message: decline.message,
  payment_method: method.data,
})
