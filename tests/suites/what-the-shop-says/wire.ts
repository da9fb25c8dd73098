import { type AcceptanceCriterion } from '../suite.ts'

/** The `/v1` calls follow the specification. */
export const wireCriteria: readonly AcceptanceCriterion[] = [
  {
    criterion: 'A payment says what is due, and is read by the id it was answered with.',
    tests: {
      'tests/contract/wire.test.ts': [
        'an amount of null is refused while something is due, and no payment begins',
        'only the payer reads a payment, by the id that its creation returned',
      ],
    },
  },
  {
    criterion:
      'A 422 names fields as the specification does, in sentences of the shop, the same for every call.',
    tests: {
      'tests/contract/wire.test.ts': [
        'a field of a wrapped body has its bare name and a message of the shop',
        'a registered e-mail address is refused with the specification’s sentence',
        'a field in a list is named by list and index, wrapped: %s',
        'a time without a departure is refused at the same field as an invalid time',
        'a payment without its order is refused at the order, wrapped or flat',
      ],
    },
  },
  {
    criterion: 'Whatever is sent is taken, or refused in words; nothing sent is a failure of the service.',
    tests: {
      'tests/contract/wire.test.ts': [
        'a body sent as %s is refused with 415 and a message',
        'a JSON body with a charset is accepted',
        'a body that is no JSON (%s) is refused with 400 and a message',
        '%s %s with an extreme number, text or date %j answers %i',
      ],
      'api/every-call.test.ts': [
        'the description of /v1 names every call of the permission table',
        'no number, text or day in any path, query or body causes an internal error',
        'text with a control character is refused in every path, query and body',
      ],
    },
  },
  {
    criterion:
      'What was read can be sent back; what cannot be changed is refused by its name; id[] ' +
      'narrows every list.',
    tests: {
      'api/admin/routes/round-trip-fields.test.ts': [
        'a row that is sent back as it was read is accepted and unchanged',
        'a read-only or unknown field is refused by its name',
        'can be sent back as it was read, including null fields',
        'id[] filters every list to the named rows',
      ],
    },
  },
  {
    criterion: 'A client that was written from section 7 of the specification alone works.',
    tests: {
      'tests/contract/section-seven-purchase.test.ts': [
        'a guest subscribes after a completed order with plan_id alone',
        'a wrong phone number is refused with the sentences of the registration',
        'a fresh card token pays once, whoever typed the card',
        'a used card token is refused as credit_card by a payment and by a saved card',
        'a card is saved for every account, and again after it was removed',
        'two seat items of one departure form one party',
        'seat items of two departures are refused with a message of the shop',
        'a comment takes and returns commentable_type as the specification writes it',
        'customers list the comments of their own orders without naming an order',
      ],
      'tests/contract/section-seven-resources.test.ts': [
        '%s are created from the specification’s fields, and POST, PATCH and GET return the same fields',
        'PATCH and GET return the same fields of a resource that is not created by hand',
        'every shown column of %s is sortable',
        'the lists of one’s own orders, comments and prizes sort by the same columns',
        'staff list the orders, flights, prizes and comments of all customers by default',
        'data of staff does not appear in the lists of a customer',
        'an order has user_id and prize_id',
        'vouchers have reason_description, discount codes discount, subscriptions plan_id',
        'a departure has depart_at, by itself and in the schedule',
        'a day has sunset_time, and beside it the sunset at each terminal',
        'payments[0].reference is the wallet’s client secret',
      ],
      'api/access/cross-origin.test.ts': [
        'may send every call with a token, an idempotency key and a condition',
        'may read answers, refusals, ETag and Retry-After',
        'is never allowed to send cookies',
        'does not let pages of other origins read anything',
        'allows no origin when none is configured',
      ],
      'settings/settings.test.ts': [
        'origins that may call the service are named one by one, without a wildcard',
      ],
    },
  },
  {
    criterion:
      'The description of `/v1` passes a public validator, a generated client buys with it, ' +
      'and `/v1/docs` tells how to call.',
    tests: {
      'tests/contract/openapi.test.ts': [
        'the OpenAPI description of /v1 passes a public validator',
        'every call has a unique name, a tag, its permitted callers and its refusals',
        'the headers for idempotency and for conditional writes are described where they apply',
        'every pattern is a valid regular expression of JSON Schema',
        'shared parts of calls are described once',
        'a page of its own explains how to call /v1 and lists every call',
      ],
      'tests/contract/generated-client.test.ts': [
        'a client generated from the OpenAPI description places and pays an order',
      ],
    },
  },
]
