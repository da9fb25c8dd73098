/**
 * What `npm test` leaves to `npm run test:all`, which must pass before a change lands
 * (docs/decisions/070). `SHORT=true` chooses so; without it a file that is named runs.
 */
export const short = process.env['SHORT'] === 'true'

/** Tests of pages that are rendered without a browser; `npm test` tries pages by its journeys. */
export const PAGE_TESTS = 'tests/pages/**'

/**
 * Other unit tests that take longest: walks over every call, commands that are started, random days
 * and sales compared with a second reckoning.
 */
export const LONG_UNIT = [
  'api/access/authorize-call.test.ts',
  'api/db/embedded-memory.test.ts',
  'api/db/job-queue.test.ts',
  'api/db/migration-state.test.ts',
  'api/disruptions/rescue/random-rescues.test.ts',
  'api/every-call.test.ts',
  'api/flights/random-days.test.ts',
  'api/memberships/routes/membership-renewals.test.ts',
  'api/platform/diagnose.test.ts',
  'api/platform/restore-trials/try-restore.test.ts',
  'api/seats/seats-match.test.ts',
  'api/staff-sales/parts-match.test.ts',
  'sandbox/stripe/payouts.test.ts',
  'settings/private-folder.test.ts',
  'tests/clock/clock-change-purchase.test.ts',
  'tests/clock/clock-jumps.test.ts',
  'tests/rooms/documented-commands.test.ts',
  'tests/rooms/security-page.test.ts',
  'web/open-season.test.ts',
]

/** Races for the same seat, code, voucher and money. */
export const CORE_RACES = [
  'tests/races/gift-races.test.ts',
  'tests/races/last-code.test.ts',
  'tests/races/last-part.test.ts',
  'tests/races/last-seats.test.ts',
  'tests/races/payment-applied-once.test.ts',
  'tests/races/refund-races.test.ts',
  'tests/races/seat-picked-once.test.ts',
  'tests/races/staff-writes.test.ts',
  'tests/races/statements-per-call.test.ts',
  'tests/races/version-noticed.test.ts',
]

/**
 * A journey of each who uses the shop, by how it is tried: a shopper and who moves a flight without
 * scripts, a shopper, a giver, staff and a pilot with them.
 */
export const CORE_JOURNEYS = {
  'no-script': ['purchase.spec.ts', 'reschedule.spec.ts'],
  script: [
    'gift-journey.spec.ts',
    'pilot-offline.script.spec.ts',
    'purchase.spec.ts',
    'staff-presses.spec.ts',
  ],
  platform: [],
}
