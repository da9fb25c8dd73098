import { type AcceptanceCriterion } from '../suite.ts'

/** The `/v1` calls keep to the specification. */
export const wireCriteria: readonly AcceptanceCriterion[] = [
  {
    criterion: 'A payment says what is due, and is read by the id it was answered with.',
    tests: {
      'tests/contract/wire.test.ts': [
        'an amount of null is refused while something is due, and nothing is begun',
        'a payment that is begun is read by the id it was answered with, by its payer alone',
      ],
    },
  },
  {
    criterion:
      'A 422 names fields as the specification does, in sentences of the shop, the same for every call.',
    tests: {
      'tests/contract/wire.test.ts': [
        'a field of a wrapped body has its bare name, in sentences of the shop',
        'an e-mail that is registered is told as the specification prints it',
        'a field in a list is named by list and place, wrapped: %s',
        'a departure that does not fly then is refused at the same name as one that is no time',
        'a payment without its order names the order, wrapped or flat',
      ],
    },
  },
  {
    criterion: 'Whatever is sent is taken, or refused in words; nothing sent is a failure of the service.',
    tests: {
      'tests/contract/wire.test.ts': [
        'as %s answers 415 in words',
        'as JSON with a charset is taken',
        'that is no JSON (%s) answers 400 in words',
        '%s %s beyond any number, text or day: %j answers %i',
      ],
      'api/every-call.test.ts': [
        'the description of /v1 names every call of the permission table',
        'no number, text or day in any path, query or body of any call is a failure of ours',
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
        'a row that is sent back as it was read is taken, and stays as it is',
        'a field that is read-only or unknown is refused by its name',
        'is sent back as it was read, with what is null in it',
        'id[] narrows every list to the rows it names',
      ],
    },
  },
  {
    criterion: 'A client that was written from section 7 of the specification alone works.',
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
      'tests/contract/section-seven-resources.test.ts': [
        '%s is made of the specification’s fields alone, and told the same by POST, PATCH and GET',
        'that is not made by hand is told the same by PATCH and GET',
        'of %s takes every column that is shown',
        'of one’s own orders, comments and prizes takes the same columns',
        'are listed everybody’s orders, flights, prizes and comments without asking for them',
        'change nothing in what a customer is listed',
        'are told: user_id and prize_id of an order',
        'are told: reason_description of a voucher, discount of a discount code, plan_id of a subscription',
        'are told: depart_at of a departure, by itself and in the schedule',
        'are told: sunset_time of a day, and beside it the sunset at each terminal',
        'are told: the wallet’s client secret as payments[0].reference',
      ],
      'api/access/cross-origin.test.ts': [
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
    criterion:
      'The description of `/v1` passes a public validator, a generated client buys with it, ' +
      'and `/v1/docs` tells how to call.',
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
