import { makeKeyRing } from '#settings/key-ring.ts'
import { readSettings, type Settings } from '#settings/settings.ts'

const secrets = {
  session: makeKeyRing(['session-secret-of-the-tests-0123456789']),
  jwt: makeKeyRing(['token-secret-of-the-tests-0123456789abc']),
  code: makeKeyRing(['code-secret-of-the-tests-0123456789abcd']),
  webhook: makeKeyRing(['whsec_secretofthetests0123456789abcdef']),
}

/**
 * Settings of the embedded shop with known secrets and wide limits, which only tests of the limits
 * narrow (`limitFactor: 1`); `overrides` replaces single ones.
 */
export function testSettings(overrides: Partial<Settings> = {}): Settings {
  const environment = { LOG_LEVEL: 'silent', LIMIT_FACTOR: '1000', DEMO: 'small' }
  // Tests let days pass; those of the second factor narrow these.
  const wide = {
    staffSessionMinutes: Infinity,
    staffIdleMinutes: Infinity,
    staffProofMinutes: Infinity,
    signInMails: false,
  }
  const read = readSettings(environment, () => secrets)
  return { ...read, ...wide, publicUrl: 'http://shop.test', ...overrides }
}
