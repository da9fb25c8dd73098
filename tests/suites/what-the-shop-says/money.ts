import { type SuitePromise } from '../suite.ts'

/** Every amount is shown before it is asked. */
export const moneyPromises: readonly SuitePromise[] = [
  {
    promise:
      'Account credit is hidden and refused for the 12-Minute Private Flight, whose name sets that and the fee base 1198; other products may have the switch.',
    tests: {
      'api/routes/private-flight.test.ts': [
        'hides account credit and counts its fees on 1198 as soon as it is saved under that name',
        'keeps both while it bears the name, and gives them free with another name',
        'is sold without account credit: hidden in the quote and refused with the payment',
        'may hide account credit by the same switch',
      ],
      'app/server/payer-tenders.server.test.ts': [
        'credit that was ticked before is hidden where a product hides it, and the card pays the whole',
      ],
    },
  },
]
