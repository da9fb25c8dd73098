import { type SuitePromise } from '../suite.ts'

/** The `/v1` calls keep to the specification. */
export const wirePromises: readonly SuitePromise[] = [
  {
    promise: 'A client that was written from section 7 of the specification alone works.',
    tests: {
      'tests/contract/section-seven-purchase.test.ts': [
        'subscribes after a completed order with nothing but plan_id',
        'reads what is wrong with a phone, in the sentences of registering',
        'pays each time it is fresh, for whoever typed it',
        'that was used is refused as credit_card, by a payment and by a saved card',
        'saves a card for every account, and anew after it was removed',
        'of one departure is one party',
        'of two departures is refused in our words',
        'take and tell commentable_type as the specification writes it',
        'of one’s own orders are listed without naming an order',
      ],
      'api/middleware/cross-origin.test.ts': [
        'may send every call of the contract with a token, an idempotency key and a condition',
        'reads answers and refusals, their tags and how long to wait',
        'is never allowed to bring cookies',
        'reads nothing from a page of another origin',
        'allows no origin where none is set',
      ],
      'settings/settings.test.ts': [
        'origins whose pages may call the service are named one by one, and never all at once',
      ],
    },
  },
  {
    promise:
      'The description of `/v1` passes a public validator, a generated client buys with it, and `/v1/docs` tells how to call.',
    tests: {
      'tests/contract/openapi.test.ts': [
        'the description of /v1 passes a public validator',
        'every call has a name of its own, a tag, who may call it, and its refusals',
        'headers against doing twice and overwriting are described where they work',
        'every pattern is an expression of JSON Schema',
        'what calls share is told once',
        'how to call /v1 is a page of its own that lists every call',
      ],
      'tests/contract/generated-client.test.ts': [
        'a client that a public generator makes from the description places and pays an order',
      ],
    },
  },
]
