import { describe, expect, it } from 'vitest'
import { cardSettings } from './card-settings.server.ts'

const stripe = { secretKey: 'sk_test_secret', publishableKey: 'pk_test_known' }
const none = { secretKey: '', publishableKey: '' }

describe('cardSettings', () => {
  it('contains the publishable key and the cents, and no secret', () => {
    const known = cardSettings({ payments: 'stripe', stripe, apiUrl: undefined }, { amount_due: 251.9 })
    expect(known).toEqual({ provider: 'stripe', publishableKey: 'pk_test_known', amountCents: 25190 })
    expect(JSON.stringify(known)).not.toContain('sk_')
  })

  it('uses the sandbox’s script where the sandbox runs in the same process', () => {
    const here = cardSettings({ payments: 'sandbox', stripe: none, apiUrl: undefined }, { amount_due: 1 })
    expect(here).toMatchObject({ provider: 'sandbox', amountCents: 100 })
  })

  it('is undefined without a configured provider, and when nothing is due', () => {
    expect(
      cardSettings({ payments: 'stripe', stripe: none, apiUrl: undefined }, { amount_due: 1 }),
    ).toBeUndefined()
    const elsewhere = { payments: 'sandbox', stripe: none, apiUrl: 'http://localhost:4000' } as const
    expect(cardSettings(elsewhere, { amount_due: 1 })).toBeUndefined()
    expect(
      cardSettings({ payments: 'stripe', stripe, apiUrl: undefined }, { amount_due: null }),
    ).toBeUndefined()
    expect(cardSettings({ payments: 'stripe', stripe, apiUrl: undefined }, undefined)).toBeUndefined()
  })
})
