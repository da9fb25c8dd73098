import { expect, test } from 'vitest'
import { contentPolicy, type PolicySettings } from './content-policy.server.ts'

const real: PolicySettings = {
  publicUrl: 'https://shop.test',
  development: false,
  apiUrl: undefined,
  payments: 'stripe',
}

/** The sources of one directive. */
function sources(policy: string, directive: string): string[] {
  const found = policy.split('; ').find((one) => one.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}

test('a page without special needs runs its own files only', () => {
  const policy = contentPolicy(real)
  expect(sources(policy, 'script-src')).toEqual(["'self'"])
  expect(sources(policy, 'style-src')).toEqual(["'self'"])
  expect(sources(policy, 'connect-src')).toEqual(["'self'"])
  expect(sources(policy, 'frame-src')).toEqual(["'none'"])
  expect(sources(policy, 'form-action')).toEqual([
    "'self'",
    'https://checkout.stripe.com',
    'https://invoice.stripe.com',
  ])
  expect(policy).not.toContain('unsafe')
  expect(policy).not.toContain('js.stripe.com')
})

test('a hydrated page allows inline scripts by its nonce alone', () => {
  const policy = contentPolicy(real, { nonce: 'abc' })
  expect(sources(policy, 'script-src')).toEqual(["'self'", "'nonce-abc'"])
  expect(sources(policy, 'style-src')).toEqual(["'self'"])
})

test('a page with styles of its own allows them by their hash alone', () => {
  const policy = contentPolicy(real, { styleHash: 'sha256-abc' })
  expect(sources(policy, 'style-src')).toEqual(["'self'", "'sha256-abc'"])
  expect(sources(policy, 'script-src')).toEqual(["'self'"])
})

test('the payment step allows the provider’s sources and no others', () => {
  const policy = contentPolicy(real, { nonce: 'abc', payments: true })
  const hosts = ['https://js.stripe.com', 'https://*.js.stripe.com']
  expect(sources(policy, 'script-src')).toEqual(["'self'", "'nonce-abc'", ...hosts])
  expect(sources(policy, 'frame-src')).toEqual([...hosts, 'https://hooks.stripe.com'])
  expect(sources(policy, 'connect-src')).toEqual(["'self'", 'https://api.stripe.com'])
})

test('with the sandbox its script comes from the shop, and the provider is not allowed', () => {
  const policy = contentPolicy({ ...real, payments: 'sandbox' }, { nonce: 'abc', payments: true })
  expect(sources(policy, 'frame-src')).toEqual(["'self'", 'https://shop.test'])
  expect(policy).not.toContain('js.stripe.com')
})

test('with a remote /v1 the sandbox is allowed there', () => {
  const settings = { ...real, payments: 'sandbox' as const, apiUrl: 'https://api.test/root' }
  const policy = contentPolicy(settings, { payments: true })
  expect(sources(policy, 'script-src')).toContain('https://api.test')
  expect(sources(policy, 'form-action')).toContain('https://api.test')
  expect(sources(contentPolicy(settings), 'script-src')).toEqual(["'self'"])
})

test('in development scripts of the development server run, which a nonce would disable', () => {
  const policy = contentPolicy({ ...real, development: true }, { nonce: 'abc' })
  expect(sources(policy, 'script-src')).toEqual(["'self'", "'unsafe-inline'"])
})
