import { z } from 'zod'
import { Bool, Expand, Int, LongUrl, MetadataParam, Text } from '../form-parameters.ts'

const Currency = z.literal('usd', { error: 'only usd is supported here' })
const ReturnUrl = LongUrl.regex(/^https?:/, 'Not a valid URL')
const LineItem = z.strictObject({
  price_data: z.strictObject({
    currency: Currency,
    product_data: z.strictObject({
      name: Text.max(250),
      description: z.string().max(1000).optional(),
      images: z.array(LongUrl).max(8).optional(),
      metadata: MetadataParam.optional(),
    }),
    unit_amount: Int.pipe(z.number().min(0)),
    tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  }),
  quantity: Int.pipe(z.number().min(1)),
})
const IntentData = z.strictObject({
  metadata: MetadataParam.optional(),
  setup_future_usage: z.enum(['on_session', 'off_session']).optional(),
  description: z.string().max(1000).optional(),
  receipt_email: z.string().max(800).optional(),
  statement_descriptor_suffix: z.string().max(22).optional(),
})
const Message = z.strictObject({ message: z.string().max(1200) }).optional()

export const CreateSession = z.strictObject({
  mode: z.enum(['payment', 'setup'], { error: 'only payment and setup are supported here' }),
  ui_mode: z.literal('hosted_page', { error: 'only hosted_page is supported here' }).optional(),
  success_url: ReturnUrl,
  cancel_url: ReturnUrl.optional(),
  currency: Currency.optional(),
  line_items: z.array(LineItem).min(1).max(100).optional(),
  customer: Text.optional(),
  customer_email: z.email('Not a valid email').optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  client_reference_id: Text.max(200).optional(),
  expires_at: Int.optional(),
  metadata: MetadataParam.optional(),
  payment_intent_data: IntentData.optional(),
  setup_intent_data: z
    .strictObject({ metadata: MetadataParam.optional(), description: z.string().max(1000).optional() })
    .optional(),
  allowed_payment_method_types: z.array(z.literal('card')).optional(),
  submit_type: z.enum(['auto', 'book', 'donate', 'pay']).optional(),
  locale: Text.optional(),
  billing_address_collection: z.literal('auto').optional(),
  phone_number_collection: z.strictObject({ enabled: Bool }).optional(),
  custom_text: z.strictObject({ submit: Message, after_submit: Message }).optional(),
  expand: Expand,
})
export type CreateSession = z.output<typeof CreateSession>
