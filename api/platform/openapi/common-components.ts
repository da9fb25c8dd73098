type Json = Record<string, unknown>

const json = (schema: string, example: Json): Json => ({
  'application/json': { schema: { $ref: `#/components/schemas/${schema}` }, example },
})

const retryAfter: Json = {
  'Retry-After': { description: 'Seconds to wait before the next try.', schema: { type: 'integer' } },
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
      description: 'A key that an admin made for another system; it does what its scopes name.',
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
      description: 'The `ETag` that was read: a row that somebody changed since answers 412.',
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
      description: 'Field → messages; `base` holds what belongs to no field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
  responses: {
    BadRequest: {
      description: 'The body is not valid JSON.',
      content: json('Error', { error: 'The body is not valid JSON.', code: 'malformed_json' }),
    },
    Unauthorized: {
      description: 'No token, or one that is over.',
      content: json('Error', { error: 'Please log in again.', code: 'unauthorized' }),
    },
    Forbidden: {
      description: 'The role may not do this.',
      content: json('Error', { error: 'You may not do this.', code: 'forbidden' }),
    },
    NotFound: {
      description: 'There is no such thing, or it is somebody else’s.',
      content: json('Error', { error: 'There is nothing at this address.', code: 'not_found' }),
    },
    Conflict: {
      description: 'It does not fit what is there now: sold out, paid already, another price.',
      content: json('Error', {
        error: 'These seats were just taken. Please choose another time.',
        code: 'sold_out',
      }),
    },
    PreconditionFailed: {
      description: 'Somebody changed the row since it was read.',
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
      description: 'Fields that do not hold, with their messages.',
      content: json('FieldErrors', { email: ['This email already exists'] }),
    },
    TooManyRequests: {
      description: 'Too many calls.',
      headers: retryAfter,
      content: json('Error', { error: 'Too many tries. Please wait a moment.', code: 'rate_limited' }),
    },
    ServiceUnavailable: {
      description:
        'Not now: the database or the payment provider does not answer, or work is done on the shop.',
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
