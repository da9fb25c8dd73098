import { type ErrorCode, type FieldErrors } from '#contract/errors.ts'

/** The HTTP answer for a refusal reason. */
export type Refusal =
  | { status: 401 | 403 | 404 | 409 | 502 | 503; code: ErrorCode; error: string }
  | { status: 429 | 503; code: ErrorCode; error: string; retryAfterSeconds: number }
  | { status: 422; fields: FieldErrors }
