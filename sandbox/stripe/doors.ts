import { type ApiEndpoint, type Incoming } from './answer-request.ts'
import { findOperation, createOperationFinder } from './operations.ts'
import { publishableOperations } from './publishable-operations.ts'
import { StripeFailure } from './stripe-failure.ts'

/** The endpoint for the shop's server, which uses the secret key. */
export const secretEndpoint: ApiEndpoint = {
  requireKey({ headers }) {
    const key = keyOf(headers)
    if (!/^(sk|rk)_test_/.test(key)) throw wrongKey(key)
  },
  findOperation,
}

const findPublishable = createOperationFinder(publishableOperations)

/** The endpoint for browsers, which use the publishable key. */
export const publishableEndpoint: ApiEndpoint = {
  requireKey({ headers, method, path }: Incoming) {
    const key = keyOf(headers)
    if (/^(sk|rk)_/.test(key)) {
      throw new StripeFailure(401, 'invalid_request_error', {
        message: 'A secret key has no place in a browser. Use the publishable key.',
      })
    }
    if (!/^pk_test_/.test(key)) throw wrongKey(key)
    if (findPublishable(method, path) ?? !findOperation(method, path)) return
    throw new StripeFailure(403, 'invalid_request_error', {
      code: 'secret_key_required',
      message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
    })
  },
  findOperation: findPublishable,
}

const keyOf = (headers: Headers) => /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1] ?? ''

const wrongKey = (key: string) =>
  new StripeFailure(401, 'invalid_request_error', {
    message: key
      ? `Invalid API Key provided: ${key.slice(0, 8)}…. The sandbox takes test keys only.`
      : 'You did not provide an API key. You need to provide your API key in the Authorization ' +
        'header, using Bearer auth.',
  })
