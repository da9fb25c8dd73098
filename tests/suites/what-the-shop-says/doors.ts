import { type AcceptanceCriterion } from '../suite.ts'

/** No unauthorised person gets in, and a restart loses nothing. */
export const doorsCriteria: readonly AcceptanceCriterion[] = [
  {
    criterion:
      '21. Consent gives the members’ price once per account, normalised e-mail and card until ' +
      'a first invoice was paid; later quotes refuse it in a sentence, the first order keeps ' +
      'it, and staff see it listed.',
    tests: {
      'api/memberships/routes/members-price-once.test.ts': [
        'is given once per account while no first invoice is paid, and a later quote says why',
        'is given again once a first invoice was paid',
        'is refused to another spelling of the same mailbox, a guest’s too',
        'is refused to the account that another one was merged into',
        'is refused to a card that has it already, before the card is charged',
        'stays with an order whose card showed only after the payment, and staff see both orders',
        'counts an unpaid order when the next order is placed, but not when a price is quoted',
        'lists the orders for staff only',
      ],
      'tests/races/membership-races.test.ts': [
        'of ten parallel orders of one person in ten spellings one gets the members’ price',
        'of two people who pay with one card at once one is charged the members’ price',
      ],
    },
  },
  {
    criterion:
      '22. Processes survive restarts, crashes and cut connections of PostgreSQL, answer 503 ' +
      'with Retry-After meanwhile and go on by themselves; acknowledged orders stay.',
    tests: {
      'tests/races/database-restarts.test.ts': [
        'the shop recovers from PostgreSQL restarts and crashes and keeps every acknowledged order',
      ],
      'tests/pages/database-away.test.ts': [
        'while the database is down, every page that sells, in a shop %s, answers 503 with Retry-After',
        'a form sent while the database is away answers 503, and the next try succeeds',
        'during an outage no page answers 500 or logs anybody out',
      ],
      'tests/races/connection-lost.test.ts': [
        'the pool outlives connections that the server ends and opens new ones',
      ],
      'api/db/database-unavailable.test.ts': ['is recognised by %s', 'is not mistaken for %s'],
    },
  },
  {
    criterion:
      '23. Limits per account count the account or order a call acts on, as its route parses ' +
      'it; decoys at any level change nothing.',
    tests: {
      'api/access/limits-by-subject.test.ts': [
        '%s counts the account it acts on and ignores decoys at any level',
        'is not counted, so that no person is locked out by being named',
      ],
    },
  },
  {
    criterion:
      '24. A shop that others can reach closes the sandbox’s mailbox, authenticator and ' +
      'controls behind a password of their own, lets shoppers pay, and refuses the well-known ' +
      'demo password whatever the other settings.',
    tests: {
      'web/guard-sandbox.test.ts': [
        'without a password the mailbox, authenticator and controls are closed',
        'only the sandbox’s own password opens them, with any user name',
        'shoppers pay without any password',
        'guesses at the password are limited, and a request without one is still asked for it',
        'the start says what is closed and never prints a password',
      ],
      'settings/settings.test.ts': [
        'the shop refuses the well-known demo password, whatever the other settings are: %o',
        'the sandbox has a password of its own',
      ],
      'tests/e2e/account-cookie.platform.spec.ts': [
        'a demo shop under a public address refuses the publicly known logins',
      ],
    },
  },
  {
    criterion: '25. No test is red by chance.',
    tests: {
      'api/passengers/routes/weights-stay-inside.test.ts': [
        'a weight is found in %s only where it stands by itself',
        'no call of /v1 shows a weight or a signature to anybody but operations and the pilot of the flight',
        'mails, events, tasks and the log contain no weight',
      ],
      'tests/support/free-port.test.ts': [
        'a free port is given to one asker only, also while nobody listens on it yet',
        'a port on which somebody listens is not free',
      ],
    },
  },
]
