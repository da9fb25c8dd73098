/**
 * What `npm test` leaves to `npm run test:all`, which must pass before a change lands
 * (docs/decisions/070). `SHORT=true` chooses so; without it a file that is named runs.
 */
export const short = process.env['SHORT'] === 'true'

/** Unit tests that take longest: walks over every call and every page, commands that are started. */
export const LONG_UNIT = [
  'api/access/authorize-call.test.ts',
  'api/db/migration-state.test.ts',
  'api/every-call.test.ts',
  'api/platform/diagnose.test.ts',
  'api/platform/restore-trials/try-restore.test.ts',
  'sandbox/stripe/payouts.test.ts',
  'tests/clock/clock-jumps.test.ts',
  'tests/pages/crawl.test.ts',
  'tests/pages/limited-pages.test.ts',
  'tests/pages/outsiders.test.ts',
  'tests/pages/owners.test.ts',
  'tests/rooms/documented-commands.test.ts',
  'tests/rooms/security-page.test.ts',
  'web/open-season.test.ts',
]

/** Races for the same seat, code, voucher and money, and six hours of the simulated week. */
export const CORE_RACES = [
  'tests/races/gift-races.test.ts',
  'tests/races/last-code.test.ts',
  'tests/races/last-part.test.ts',
  'tests/races/last-seats.test.ts',
  'tests/races/one-key.test.ts',
  'tests/races/payment-applied-once.test.ts',
  'tests/races/payment-races.test.ts',
  'tests/races/refund-races.test.ts',
  'tests/races/seat-picked-once.test.ts',
  'tests/races/staff-writes.test.ts',
  'tests/races/statements-per-call.test.ts',
  'tests/races/version-noticed.test.ts',
  'tests/week/week.test.ts',
]

/** Journeys of everybody who uses the shop, with and without scripts. */
export const CORE_JOURNEYS = [
  'account.spec.ts',
  'baselines.script.spec.ts',
  'forms.spec.ts',
  'gift-journey.spec.ts',
  'newcomer.script.spec.ts',
  'npm-start.platform.spec.ts',
  'pilot-offline.script.spec.ts',
  'purchase.spec.ts',
  'reschedule.spec.ts',
  'staff-presses.spec.ts',
]
