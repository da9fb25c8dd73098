import { z } from 'zod'
import { Bool, Created, Expand, Int, List, LongUrl, MetadataParam, Text } from '../form-parameters.ts'

const Currency = z.literal('usd', { error: 'only usd is supported here' })
export const Usage = z.enum(['on_session', 'off_session'])
export const AllowedTypes = z.array(z.literal('card', { error: 'only card is supported here' })).min(1)
const ThreeDSecure = z.enum(['any', 'automatic', 'challenge'])
export const CardOptions = z.strictObject({
  card: z.strictObject({ request_three_d_secure: ThreeDSecure.optional() }).optional(),
})
const Descriptions = {
  description: z.string().max(1000).optional(),
  receipt_email: z.string().max(800).optional(),
  statement_descriptor: z.string().max(22).optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
  metadata: MetadataParam.optional(),
  setup_future_usage: Usage.optional(),
  allowed_payment_method_types: AllowedTypes.optional(),
  payment_method_options: CardOptions.optional(),
  expand: Expand,
}
const Confirming = {
  off_session: Bool.optional(),
  return_url: LongUrl.optional(),
  error_on_requires_action: Bool.optional(),
  use_stripe_sdk: Bool.optional(),
  confirmation_token: Text.optional(),
}
export const CreateIntent = z.strictObject({
  ...Descriptions,
  ...Confirming,
  amount: Int,
  currency: Currency,
  customer: Text.optional(),
  payment_method: Text.optional(),
  confirm: Bool.optional(),
  capture_method: z.enum(['automatic', 'automatic_async', 'manual']).optional(),
  confirmation_method: z.enum(['automatic', 'manual']).optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: Bool, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
})
export const UpdateIntent = z.strictObject({
  ...Descriptions,
  amount: Int.optional(),
  currency: Currency.optional(),
  customer: Text.optional(),
  payment_method: Text.optional(),
})
export const ConfirmIntent = z.strictObject({
  ...Confirming,
  payment_method: Text.optional(),
  receipt_email: z.string().max(800).optional(),
  setup_future_usage: Usage.optional(),
  allowed_payment_method_types: AllowedTypes.optional(),
  payment_method_options: CardOptions.optional(),
  expand: Expand,
})
export const CaptureIntent = z.strictObject({ amount_to_capture: Int.optional(), expand: Expand })
export const CancelIntent = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  expand: Expand,
})
export const ListIntents = z.strictObject({ ...List, customer: Text.optional(), created: Created })
