import { readSettings, type Settings } from '#settings/settings.ts'

const secrets = {
  session: 'session-secret-of-the-tests-0123456789',
  jwt: 'token-secret-of-the-tests-0123456789abc',
  code: 'code-secret-of-the-tests-0123456789abcd',
  webhook: 'whsec_secretofthetests0123456789abcdef',
}

/** Settings as the embedded shop has them, with known secrets; `overrides` replace single ones. */
export function testSettings(overrides: Partial<Settings> = {}): Settings {
  const environment = { PUBLIC_URL: 'http://shop.test', LOG_LEVEL: 'silent' }
  return { ...readSettings(environment, () => secrets), ...overrides }
}
