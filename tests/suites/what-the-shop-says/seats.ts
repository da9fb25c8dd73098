import { type SuitePromise } from '../suite.ts'

/** Seats and pounds are counted once. */
export const seatsPromises: readonly SuitePromise[] = [
  {
    promise: 'Staff and pilots find the way to their pages from their account.',
    tests: {
      'tests/pages/ways-to-staff-pages.test.ts': [
        'staff and admins find the way to the staff pages on their account',
        'a pilot finds the way to the flights they fly on their account, and lands there from the staff address',
      ],
    },
  },
  {
    promise: 'A payment link and its mail name flight, date, time, people and lines.',
    tests: {
      'tests/pages/desk-payment-link.test.ts': [
        'keeps the seats for two hours and mails a link that pays it',
      ],
      'tests/pages/desk-move.test.ts': [
        'mails a link where the customer pays: the new seats are kept, and the flight moves once it is paid',
      ],
    },
  },
  {
    promise: 'Staff read what partial-r and partial-p mean beside the short forms.',
    tests: {
      'app/orders/order-status.test.tsx': [
        'staff read what partial-r and partial-p mean beside the short forms',
      ],
    },
  },
  {
    promise:
      'A pilot cannot be in New York at noon and in Miami at one: clashes know places, durations and turnaround.',
    tests: {
      'api/domain/flights/pilot-clash.test.ts': [
        'refuses New York at noon and Miami at one to one pilot',
        'counts the way across the river from where the first flight ends',
      ],
      'api/routes/pilot-places.test.ts': [
        'is not given Miami at one after New York at noon, in either order',
        'takes the next flight from the same place once the aircraft is turned around, and no minute earlier',
        'keeps an aircraft from a longer turnaround that would run into the next flight',
      ],
    },
  },
  {
    promise: 'An order that waits for an answer after a cancelled departure says so everywhere.',
    tests: {
      'tests/pages/waiting-for-answer.test.ts': [
        'reads “waiting for your answer” on every page of its buyer, and nowhere “paid”',
        'is found by staff in the list of those who wait, and shows who can choose',
      ],
      'api/routes/claims-for-callers.test.ts': [
        'says that it waits for an answer until its buyer has chosen, to the buyer and to staff',
        'waits for an answer from the moment of the cancellation, before its claim is made',
      ],
    },
  },
  {
    promise: 'Staff choose for a caller, and the audit keeps who chose what.',
    tests: {
      'tests/pages/waiting-for-answer.test.ts': [
        'from the order: other times, then one of them, and the order says what was done',
      ],
      'api/routes/claims-for-callers.test.ts': [
        'another departure, once, and the audit names who chose it',
        'and nobody else does: neither its buyer, nor a stranger, nor a pilot',
      ],
    },
  },
]
