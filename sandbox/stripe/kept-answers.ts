import { createHash } from 'node:crypto'
import { ASYNCHRONOUS_COMMIT, type Query } from '../store/query.ts'
import { StripeFailure } from './stripe-failure.ts'

export interface IdempotentRequest {
  key: string
  path: string
  form: string
  requestId: string
  /** The Unix time in seconds. */
  now: number
}
export interface EarlierAnswer {
  status: number
  body: string
  requestId: string
}

const DAY = 86_400
/** The seconds after which an unfinished key is free again, because its process must have died. */
const ABANDONED = 60

/**
 * Claims an idempotency key, or returns the response stored under it. Rules:
 * https://docs.stripe.com/api/idempotent_requests; keys expire after 24 hours.
 * @throws StripeFailure when another request has used the key, or is using it now.
 */
export async function claimKey(query: Query, request: IdempotentRequest): Promise<EarlierAnswer | undefined> {
  const { key, now, requestId } = request
  if (key.length > 255) {
    throw new StripeFailure(400, 'invalid_request_error', {
      message: 'Idempotency keys must be at most 255 characters.',
    })
  }
  const fingerprint = createHash('sha256').update(`${request.path}\n${request.form}`).digest('hex')
  const { rows: claimed } = await query(
    `insert into sandbox.answers (key, fingerprint, started, request_id)
     select $1::text, $2::text, $3::bigint, $4::text where ${ASYNCHRONOUS_COMMIT}
     on conflict (key) do update
       set fingerprint = excluded.fingerprint, started = excluded.started, request_id = excluded.request_id,
           status = null, body = null
       where answers.started < $5 or (answers.status is null and answers.started < $6)
     returning key`,
    [key, fingerprint, now, requestId, now - DAY, now - ABANDONED],
  )
  if (claimed.length > 0) return undefined
  const { rows } = await query('select * from sandbox.answers where key = $1', [key])
  return toAnswer(key, fingerprint, rows[0])
}

function toAnswer(key: string, fingerprint: string, row: Record<string, unknown> | undefined): EarlierAnswer {
  if (row && row.fingerprint !== fingerprint) {
    throw new StripeFailure(400, 'idempotency_error', {
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first ' +
        `used with. Try using a key other than '${key}' if you meant to execute a different ` +
        'request.',
    })
  }
  if (typeof row?.status !== 'number' || typeof row.body !== 'string') {
    throw new StripeFailure(409, 'invalid_request_error', {
      code: 'idempotency_key_in_use',
      message:
        'There is currently another in-progress request using this Idempotent Key (that probably ' +
        `means you submitted twice, and the other request is still going through): ${key}. ` +
        'Please try again later.',
    })
  }
  return { status: row.status, body: row.body, requestId: String(row.request_id) }
}

/** Releases a key, because its request was not executed. */
export async function releaseKey(query: Query, key: string): Promise<void> {
  await query('delete from sandbox.answers where key = $1 and status is null', [key])
}
