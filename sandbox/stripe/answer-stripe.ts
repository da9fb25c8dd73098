import { type ControlState, type ForcedFailure } from '../control.ts'
import { type Deliveries } from '../webhooks/deliveries.ts'
import {
  type Answer,
  type AnswerDeps,
  answerRequest,
  type ApiEndpoint,
  type Incoming,
} from './answer-request.ts'
import { StripeFailure, toEnvelope } from './stripe-failure.ts'

const forced: Record<Exclude<ForcedFailure, 'lost'>, StripeFailure> = {
  before: new StripeFailure(500, 'api_error', { message: 'An unknown error occurred.' }),
  after: new StripeFailure(500, 'api_error', { message: 'An unknown error occurred.' }),
  conflict: new StripeFailure(409, 'invalid_request_error', {
    code: 'lock_timeout',
    message:
      'This object cannot be accessed right now because another API request is currently accessing it.',
  }),
  busy: new StripeFailure(429, 'invalid_request_error', {
    code: 'rate_limit',
    message: 'Testmode request rate limit exceeded.',
  }),
}

/**
 * Answers one HTTP request of the API, with the failures that tests requested.
 * @throws TypeError for a connection that a test breaks
 */
export async function answerStripe(
  deps: AnswerDeps & { control: ControlState; deliveries: Deliveries },
  request: Request,
  door: ApiEndpoint,
): Promise<Response> {
  const url = new URL(request.url)
  const form = request.method === 'POST' ? await request.text() : url.search.slice(1)
  const incoming: Incoming = { method: request.method, path: url.pathname, form, headers: request.headers }
  const failure = deps.control.takeFailure(incoming.method, incoming.path)
  const executes = failure === undefined || failure === 'after' || failure === 'lost'
  const answer = executes ? await answerRequest(deps, incoming, door) : undefined
  const response = failure && failure !== 'lost' ? failing(deps, failure) : toResponse(answer)
  deps.control.capture({
    method: incoming.method,
    path: incoming.path,
    form: withoutCard(form),
    idempotencyKey: request.headers.get('idempotency-key'),
    status: response.status,
  })
  deps.deliveries.enqueue(answer?.events ?? [])
  if (failure === 'lost') throw new TypeError('The connection was lost')
  return response
}

/** Removes card numbers from recorded requests, because they are stored nowhere. */
const withoutCard = (form: string) => form.replace(/((?:%5B|\[)(?:number|cvc)(?:%5D|\])=)[^&]*/gi, '$1')

function toResponse(answer: Answer | undefined): Response {
  if (!answer) throw new Error('Nothing was executed')
  return new Response(answer.body, { status: answer.status, headers: answer.headers })
}

function failing(deps: AnswerDeps, how: keyof typeof forced): Response {
  const failure = forced[how]
  const requestId = `req_${deps.newId().replaceAll('-', '')}`
  return Response.json(toEnvelope(failure, requestId), {
    status: failure.status,
    headers: { 'request-id': requestId },
  })
}
