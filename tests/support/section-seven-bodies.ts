import { z } from 'zod'

const Id = z.number().int().positive()
const Seats = z.strictObject({
  ...{ flight_id: Id.optional(), departure_id: Id.optional(), depart_at: z.string() },
  ...{ quantity: z.number().int().min(1), price: z.number().optional() },
})
const Flights = z.strictObject({ departure_id: Id, depart_at: z.string(), price: z.number().optional() })
const Upgrades = z.strictObject({
  upgrade_id: Id,
  quantity: z.number().int().optional(),
  meta: z.strictObject({ answer: z.string().optional() }).optional(),
})
const Order = z.strictObject({
  brand_id: Id,
  user_id: Id.nullish(),
  prize_id: Id.nullish(),
  variant_type: z.string().nullish(),
  discount_code_code: z.string().nullish(),
  tag_list: z.array(z.string()).refine((tags) => tags.includes('website')),
  order_item_seats_attributes: z.array(Seats).optional(),
  order_item_flights_attributes: z.array(Flights).optional(),
  order_item_gift_cards_attributes: z.array(z.strictObject({ fare_id: Id, quantity: z.number() })).optional(),
  order_item_upgrades_attributes: z.array(Upgrades).optional(),
})
const Payment = z.strictObject({
  order_id: Id,
  apply_user_credit: z.boolean().optional(),
  gift_card_codes: z.array(z.string()).optional(),
  gift_cards: z.array(Id).optional(),
  vouchers: z.array(z.string()).optional(),
  stripe_payment: z
    .strictObject({
      amount: z.number(),
      payment_intent: z.union([z.literal(true), z.string()]).optional(),
      stripe_source: z.string().optional(),
    })
    .nullish(),
})

/** Request bodies as section 7 prints them: wrapped, and with these keys only. */
const Bodies = {
  'POST /v1/user_token': z.strictObject({
    auth: z.strictObject({ email: z.string(), password: z.string() }),
  }),
  'POST /v1/users': z.strictObject({
    brand_id: Id,
    user: z.strictObject({
      ...{ first_name: z.string(), last_name: z.string(), phone: z.string() },
      ...{ email: z.string(), password: z.string(), tag_list: z.array(z.string()).optional() },
    }),
  }),
  'POST /v1/customers': z.strictObject({
    customer: z.strictObject({
      ...{ email: z.string(), phone: z.string().optional() },
      ...{ set_password_url: z.string().optional(), tag_list: z.array(z.string()).optional() },
    }),
  }),
  'POST /v1/password_resets': z.strictObject({
    password_reset: z.strictObject({ email: z.string(), redirect_uri: z.string(), brand_id: Id }),
  }),
  'PUT /v1/password_resets/{token}': z.strictObject({
    email: z.string(),
    user: z.strictObject({ password: z.string() }),
  }),
  'POST /v1/orders': z.strictObject({ order: Order }),
  'POST /v1/payments': z.strictObject({ payment: Payment }),
  'POST /v1/comments': z.strictObject({
    comment: z.strictObject({
      ...{ commentable_type: z.string(), commentable_id: Id, public: z.boolean(), body: z.string() },
    }),
  }),
  'POST /v1/gift_cards/share': z.strictObject({
    gift_card_ids: z.array(Id).min(1),
    recipient: z.string(),
    message: z.string(),
  }),
  'POST /v1/subscriptions': z.strictObject({ subscription: z.strictObject({ plan_id: z.string() }) }),
}
type WithBody = keyof typeof Bodies
/** Returns a body as its call prints it. */
export type BodyOf<Call extends WithBody> = z.infer<(typeof Bodies)[Call]>

/** @param name `METHOD /path`. A call without a printed body accepts any body. */
export function checkBody(
  name: string,
  body: unknown,
): { ok: true; body: unknown } | { ok: false; why: string } {
  const call = name.replace(/(?<=\/password_resets\/).+/, '{token}')
  if (!(call in Bodies)) return { ok: true, body }
  const parsed = Bodies[call as WithBody].safeParse(body)
  if (parsed.success) return { ok: true, body: parsed.data }
  const why = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('; ')
  return { ok: false, why }
}
