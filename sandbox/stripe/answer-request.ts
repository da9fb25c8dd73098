import { type Query } from '../store/query.ts'
import { openUnitOfWork, type UnitOfWork } from '../store/unit-of-work.ts'
import { expandReferences } from './expand-references.ts'
import { parseForm, readParameters } from './form-parameters.ts'
import { claimKey, releaseKey } from './kept-answers.ts'
import { type Operation } from './operation.ts'
import { type FindOperation } from './operations.ts'
import { StripeFailure, toEnvelope } from './stripe-failure.ts'

export interface AnswerDeps {
  query: Query
  now: () => Date
  newId: () => string
  publicUrl: () => string
  apiVersion: string
}
/** An incoming request. */
export interface Incoming {
  method: string
  path: string
  /** The query string or the body, form-encoded. */
  form: string
  headers: Headers
}
export interface Answer {
  status: number
  body: string
  headers: Record<string, string>
  /** Events of this request, delivered after it. */
  events: UnitOfWork['events']
}

const ATTEMPTS = 8

/** The operations for one kind of API key, and the check of the key. */
export interface ApiEndpoint {
  /** @throws StripeFailure when the key may not make this request */
  requireKey(incoming: Incoming): void
  findOperation: FindOperation
}

/** Answers one API request; never throws. */
export async function answerRequest(
  deps: AnswerDeps,
  incoming: Incoming,
  door: ApiEndpoint,
): Promise<Answer> {
  const requestId = `req_${deps.newId().replaceAll('-', '')}`
  try {
    return await answer(deps, incoming, door, requestId)
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    return toAnswer(error.status, JSON.stringify(toEnvelope(error, requestId)), requestId)
  }
}

const toAnswer = (status: number, body: string, requestId: string, rest: Partial<Answer> = {}): Answer => ({
  status,
  body,
  events: rest.events ?? [],
  headers: { 'content-type': 'application/json', 'request-id': requestId, ...rest.headers },
})

async function answer(
  deps: AnswerDeps,
  incoming: Incoming,
  door: ApiEndpoint,
  requestId: string,
): Promise<Answer> {
  const { method, path } = incoming
  door.requireKey(incoming)
  requireVersion(incoming.headers, deps.apiVersion)
  const found = door.findOperation(method, path)
  if (!found) {
    throw new StripeFailure(404, 'invalid_request_error', {
      message: `Unrecognized request URL (${method}: ${path}).`,
    })
  }
  const form = parseForm(incoming.form)
  readParameters(found.operation.parameters, form)
  const key = method === 'POST' ? incoming.headers.get('idempotency-key') : null
  if (key) {
    const now = Math.floor(deps.now().getTime() / 1000)
    const earlier = await claimKey(deps.query, { key, path, form: incoming.form, requestId, now })
    if (earlier) {
      const headers = {
        'idempotency-key': key,
        'idempotent-replayed': 'true',
        'original-request': earlier.requestId,
      }
      return toAnswer(earlier.status, earlier.body, requestId, { headers })
    }
  }
  return execute(deps, { ...found, form, key, requestId })
}

interface Execution {
  operation: Operation
  ids: string[]
  form: Record<string, unknown>
  key: string | null
  requestId: string
}

/** Retries the operation until no other request changes its objects in the meantime. */
async function execute(deps: AnswerDeps, execution: Execution): Promise<Answer> {
  const { key, requestId } = execution
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {}
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const unit = openUnitOfWork({ ...deps, request: { id: requestId, idempotency_key: key } })
      const { status, body, writes } = await attemptOnce(deps, unit, execution)
      const target = writes
        ? unit
        : openUnitOfWork({ ...deps, request: { id: requestId, idempotency_key: key } })
      if (await target.commit(key ? { key, status, body } : undefined)) {
        return toAnswer(status, body, requestId, { headers, events: target.events })
      }
    }
    throw new StripeFailure(409, 'invalid_request_error', {
      code: 'lock_timeout',
      message:
        'This object cannot be accessed right now because another API request is currently accessing it.',
    })
  } catch (error) {
    if (key) await releaseKey(deps.query, key)
    throw error
  }
}

async function attemptOnce(
  deps: AnswerDeps,
  unit: UnitOfWork,
  { operation, form, ids, requestId }: Execution,
) {
  try {
    const result = await operation.run({ unit, publicUrl: deps.publicUrl() }, form, ids)
    const paths = Array.isArray(form.expand) ? form.expand.map(String) : []
    const body = JSON.stringify(await expandReferences(unit, result, paths), null, 2)
    return { status: 200, body, writes: true }
  } catch (error) {
    if (!(error instanceof StripeFailure)) throw error
    const body = JSON.stringify(toEnvelope(error, requestId), null, 2)
    return { status: error.status, body, writes: error.keeps }
  }
}

/**
 * Rejects API versions other than that of the installed client, the only one that the sandbox
 * implements.
 */
function requireVersion(headers: Headers, apiVersion: string) {
  const asked = headers.get('stripe-version') ?? apiVersion
  if (asked === apiVersion) return
  throw new StripeFailure(400, 'invalid_request_error', {
    message: `Invalid Stripe API version: ${asked}. The sandbox speaks ${apiVersion}.`,
  })
}
