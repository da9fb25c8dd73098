import { z } from 'zod'
import { Bool, Created, Expand, List, LongUrl, MetadataParam, Text } from '../form-parameters.ts'
import { AllowedTypes, CardOptions, Usage } from './payment-intent-parameters.ts'

const Descriptions = {
  description: z.string().max(1000).optional(),
  metadata: MetadataParam.optional(),
  allowed_payment_method_types: AllowedTypes.optional(),
  payment_method_options: CardOptions.optional(),
  expand: Expand,
}
const Confirming = {
  return_url: LongUrl.optional(),
  use_stripe_sdk: Bool.optional(),
  confirmation_token: Text.optional(),
}
export const CreateSetup = z.strictObject({
  ...Descriptions,
  ...Confirming,
  customer: Text.optional(),
  payment_method: Text.optional(),
  usage: Usage.optional(),
  confirm: Bool.optional(),
  automatic_payment_methods: z
    .strictObject({ enabled: Bool, allow_redirects: z.enum(['always', 'never']).optional() })
    .optional(),
})
export const UpdateSetup = z.strictObject({
  ...Descriptions,
  customer: Text.optional(),
  payment_method: Text.optional(),
})
export const ConfirmSetup = z.strictObject({
  ...Confirming,
  payment_method: Text.optional(),
  allowed_payment_method_types: AllowedTypes.optional(),
  payment_method_options: CardOptions.optional(),
  expand: Expand,
})
export const CancelSetup = z.strictObject({
  cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional(),
  expand: Expand,
})
export const ListSetups = z.strictObject({
  ...List,
  customer: Text.optional(),
  payment_method: Text.optional(),
  created: Created,
})
