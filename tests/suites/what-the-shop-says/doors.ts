import { type SuitePromise } from '../suite.ts'

/** Nobody gets in through a door left open, and a restart loses nothing. */
export const doorsPromises: readonly SuitePromise[] = [
  {
    promise:
      '22. Processes survive restarts, crashes and cut connections of PostgreSQL, answer 503 with Retry-After meanwhile and go on by themselves; acknowledged orders stay.',
    tests: {
      'tests/races/database-restarts.test.ts': [
        'goes on by itself after PostgreSQL was restarted, crashed and cut off while orders ran, and keeps every acknowledged order',
      ],
      'tests/races/connection-lost.test.ts': [
        'outlives connections that the server ends, and opens new ones',
      ],
      'api/db/database-unavailable.test.ts': ['is recognised by %s', 'is not mistaken for %s'],
    },
  },
  {
    promise:
      '23. Limits per account count the account or order a call acts on, as its route parses it; decoys at any level change nothing.',
    tests: {
      'api/middleware/limits-by-subject.test.ts': [
        '%s counts the account it acts on, whatever decoys stand beside it at any level',
        'is not counted, so nobody is locked out by being named',
      ],
    },
  },
  {
    promise: '25. No test is red by chance.',
    tests: {
      'api/routes/weights-stay-inside.test.ts': [
        'a weight is found in %s only where it stands by itself',
        'no call of /v1 tells a weight or a signature to anybody but operations and the pilot of the flight',
        'nor do mails, events, tasks or the log',
      ],
    },
  },
]
