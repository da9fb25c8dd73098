type Json = Record<string, unknown>

const json = (schema: string, example: Json): Json => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example },
})

const retryAfter: Json = {
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: { type: 'integer' } },
}

/** What all calls share: authentication, headers, and refusals with an example each. */
export const COMMON_COMPONENTS: Json = {
  securitySchemes: {
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'A token of `POST /v1/user_token` or, for a guest, of `POST /v1/customers`.',
    },
    apiKey: {
      type: 'http',
      scheme: 'bearer',
      description: 'An API key that an admin created; it allows what its scopes name.',
    },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key and body within 24 hours get the first answer; another body gets 409.',
      schema: { type: 'string', maxLength: 255 },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      required: false,
      description: 'The `ETag` that was read: if the row has changed since, the answer is 412.',
      schema: { type: 'string' },
    },
  },
  schemas: {
    Error: {
      type: 'object',
      properties: {
        error: { type: 'string', description: 'For people.' },
        code: { type: 'string', description: 'For programs.' },
      },
      required: ['error', 'code'],
      additionalProperties: true,
    },
    FieldErrors: {
      type: 'object',
      description: 'Messages by field; `base` has those of no field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
  responses: {
    BadRequest: {
      description: 'The body is not valid JSON.',
      content: json('Error', { error: 'The body is not valid JSON.', code: 'malformed_json' }),
    },
    Unauthorized: {
      description: 'No token, or an expired one.',
      content: json('Error', { error: 'Please log in again.', code: 'unauthorized' }),
    },
    Forbidden: {
      description: 'The role does not allow this.',
      content: json('Error', { error: 'You may not do this.', code: 'forbidden' }),
    },
    NotFound: {
      description: 'It does not exist, or belongs to somebody else.',
      content: json('Error', { error: 'There is nothing at this address.', code: 'not_found' }),
    },
    Conflict: {
      description: 'It conflicts with the present state: sold out, paid already, another price.',
      content: json('Error', {
        error: 'These seats were just taken. Please choose another time.',
        code: 'sold_out',
      }),
    },
    PreconditionFailed: {
      description: 'The row has changed since it was read.',
      content: json('Error', {
        error: 'Somebody changed this meanwhile. Please look again.',
        code: 'changed_meanwhile',
      }),
    },
    UnsupportedMediaType: {
      description: 'The body is not `application/json`.',
      content: json('Error', { error: 'Please send application/json.', code: 'unsupported_media_type' }),
    },
    UnprocessableContent: {
      description: 'Invalid fields, with their messages.',
      content: json('FieldErrors', { email: ['This email already exists'] }),
    },
    TooManyRequests: {
      description: 'Too many calls.',
      headers: retryAfter,
      content: json('Error', { error: 'Too many tries. Please wait a moment.', code: 'rate_limited' }),
    },
    ServiceUnavailable: {
      description:
        'Currently unavailable: the database or the payment provider does not answer, or the shop is ' +
        'in maintenance.',
      headers: retryAfter,
      content: json('Error', {
        error: 'We cannot do this right now. Please try again in a moment.',
        code: 'unavailable',
      }),
    },
  },
}

/** A reference to one of the shared refusals. */
export const refusal = (name: string): Json => ({ $ref: `#/components/responses/${name}` })
