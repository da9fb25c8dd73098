import { z } from 'zod'

/**
 * The body of a 422: messages by field name, at the top level (`{ "credit_card": ["Your card was
 * declined."] }`). `base` holds errors that belong to no field.
 */
export const FieldErrors = z.record(z.string(), z.array(z.string()))
/** The body of every other error reply. `code` is for programs, `error` for people. */
export const ErrorBody = z.looseObject({ error: z.string(), code: z.string() })

export type FieldErrors = z.infer<typeof FieldErrors>
export type ErrorBody = z.infer<typeof ErrorBody>

/** The machine-readable codes of error replies other than 422. */
export const ErrorCode = z.enum([
  'malformed_json',
  'unsupported_media_type',
  'unauthorized',
  'forbidden',
  'approval_needed',
  'proof_needed',
  'second_factor_needed',
  'not_found',
  'conflict',
  'changed_meanwhile',
  'sold_out',
  'too_heavy',
  'flight_closed',
  'price_changed',
  'already_paid',
  'finished_elsewhere',
  'order_expired',
  'idempotency_mismatch',
  'payment_in_progress',
  'too_many_holds',
  'rate_limited',
  'payment_provider_unavailable',
  'maintenance',
  'service_unavailable',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>
