import { type Stripe } from 'stripe'
import { type Decline } from '../../cards/decline-reasons.ts'
import { type StoredObject } from '../../store/unit-of-work.ts'

/**
 * The action for 3-D Secure: a redirect, or inside the page when there is no address to return to.
 *
 * @param id of the intent
 */
export const authenticationAction = (publicUrl: string, id: string, returnUrl: string | undefined) =>
  returnUrl
    ? {
        type: 'redirect_to_url' as const,
        redirect_to_url: { return_url: returnUrl, url: `${publicUrl}/sandbox/3ds/${id}` },
      }
    : { type: 'use_stripe_sdk' as const, use_stripe_sdk: {} }

/**
 * The error that an intent stores after a failed attempt: declined `byBank`, or 3-D Secure failed.
 */
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
