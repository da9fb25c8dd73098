import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * `npm run test:stripe`: the tests of what the shop relies on of its payment provider, on Stripe's
 * own test mode. They need a secret key of it, charge only its test cards, and leave their charges
 * in that account.
 */
const key = process.env['STRIPE_SECRET_KEY'] ?? ''
const refused = findRefusal(key)
if (refused !== undefined) {
  console.error(`${refused} Nothing was run.`)
  process.exit(1)
}
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'unit', 'tests/provider'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, STRIPE_TEST_KEY: key },
})
process.exit(status ?? 1)

function findRefusal(given: string): string | undefined {
  if (given === '') return 'STRIPE_SECRET_KEY is not set: give it a key of Stripe’s test mode (sk_test_…).'
  if (!/^(?:sk|rk)_test_/.test(given))
    return 'STRIPE_SECRET_KEY is no key of Stripe’s test mode (sk_test_…): money would move.'
  return undefined
}
