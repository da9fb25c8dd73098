import { z } from 'zod'
import { RowId } from './resources/field.ts'
import { Id, Instant, ListMeta } from './primitives.ts'

/** The types of webhook events. */
export const WebhookEventType = z.enum([
  'order.completed',
  'order.changed',
  'order.moved',
  'order.cancelled',
  'order.refunded',
  'departure.called_off',
  'flight.status_changed',
  'gift.sent',
  'gift.taken_back',
  'gift.redeemed',
  'voucher.issued',
  'ping',
])

/** The events that an endpoint can subscribe to; staff send a `ping` by hand. */
export const WebhookTopic = WebhookEventType.exclude(['ping'])

/**
 * The body of a webhook: ids, states and amounts, without personal data. A receiver reads details
 * with an API key.
 */
export const WebhookBody = z.object({
  id: z.string(),
  type: WebhookEventType,
  created_at: Instant,
  brand_id: Id.nullable(),
  data: z.record(z.string(), z.unknown()),
})

const plain = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Write at most ${String(max)} characters`)
    .regex(/^[^\p{Cc}]*$/u, 'Must be plain text')

export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  description: z.string(),
  /** The brand whose events are sent; null for all brands. */
  brand_id: Id.nullable(),
  events: z.array(WebhookTopic),
  state: z.enum(['active', 'paused', 'failed']),
  /** Since when all deliveries have failed; null while they succeed. */
  failing_since: Instant.nullable(),
  /** Until when deliveries are also signed with the previous secret. */
  old_secret_until: Instant.nullable(),
  created_at: Instant,
})
const EndpointFields = z.object({
  url: plain(500).min(1, 'This field is required'),
  description: plain(200).default(''),
  brand_id: RowId.nullable().default(null),
  events: z.array(WebhookTopic).min(1, 'Choose one at least').max(20),
})
export const CreateWebhookEndpointRequest = z.object({ webhook_endpoint: EndpointFields })
export const ChangeWebhookEndpointRequest = z.object({
  webhook_endpoint: z.object({
    url: EndpointFields.shape.url.optional(),
    description: plain(200).optional(),
    brand_id: RowId.nullable().optional(),
    events: EndpointFields.shape.events.optional(),
    state: z.enum(['active', 'paused']).optional(),
  }),
})
export const WebhookEndpointReply = z.object({ webhook_endpoint: WebhookEndpoint })
/** The only replies with the secret, which is shown once. */
export const WebhookSecretReply = WebhookEndpointReply.extend({ secret: z.string() })
export const WebhookEndpointsReply = z.object({
  webhook_endpoints: z.array(WebhookEndpoint),
  meta: ListMeta,
})
export const RotateSecretRequest = z.object({
  webhook_secret: z.object({
    /** How many hours the previous secret signs beside the new one. */
    overlap_hours: z.number().int().min(0).max(168).default(24),
  }),
})

export const WebhookDelivery = z.object({
  id: Id,
  webhook_endpoint_id: Id,
  event_id: z.string(),
  event_type: WebhookEventType,
  state: z.enum(['queued', 'delivered', 'failed']),
  tries: z.number().int(),
  /** The HTTP status of the last reply; null without a reply. */
  last_status: z.number().int().nullable(),
  last_error: z.string().nullable(),
  took_ms: z.number().int().nullable(),
  created_at: Instant,
  last_tried_at: Instant.nullable(),
  /** When the delivery is retried; null when it is not. */
  next_try_at: Instant.nullable(),
})
export const WebhookDeliveryReply = z.object({ webhook_delivery: WebhookDelivery })
export const WebhookDeliveriesReply = z.object({
  webhook_deliveries: z.array(WebhookDelivery),
  meta: ListMeta,
})

/** The scope of an API key, a resource and an access: `terminals:read`, `terminals:write`. */
const Scope = z.string().regex(/^[a-z_]+:(?:read|write)$/, 'Must be like terminals:read')

export const ApiKey = z.object({
  id: Id,
  name: z.string(),
  key_tail: z.string(),
  /** The brand that the key is limited to; null for all brands. */
  brand_id: Id.nullable(),
  scopes: z.array(z.string()),
  created_by: Id,
  created_at: Instant,
  expires_at: Instant.nullable(),
  /** When the key was last used, to the minute. */
  last_used_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  /** The key is inactive because its creator is suspended or no longer an admin. */
  asleep: z.boolean(),
})
export const ApiKeysReply = z.object({
  api_keys: z.array(ApiKey),
  /** The scopes that a key can have. */
  scopes: z.array(z.string()),
  meta: ListMeta,
})
const KeyFields = z.object({
  name: plain(100).min(1, 'This field is required'),
  scopes: z.array(Scope).min(1, 'Choose one at least').max(100),
  brand_id: RowId.nullable().default(null),
  expires_at: Instant.nullable().default(null),
})
export const CreateApiKeyRequest = z.object({ api_key: KeyFields })
/** The only reply with the key, which is shown once. */
export const ApiKeyReply = z.object({ api_key: ApiKey, key: z.string() })

export type ApiKey = z.infer<typeof ApiKey>
export type NewApiKey = z.infer<typeof KeyFields>
export type WebhookEventType = z.infer<typeof WebhookEventType>
export type WebhookTopic = z.infer<typeof WebhookTopic>
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>
export type WebhookDelivery = z.infer<typeof WebhookDelivery>
export type NewWebhookEndpoint = z.infer<typeof EndpointFields>
export type WebhookEndpointChange = z.infer<typeof ChangeWebhookEndpointRequest>['webhook_endpoint']
