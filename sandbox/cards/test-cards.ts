/**
 * The result of a payment with the card when the bank does not require 3-D Secure or it succeeded.
 */
export type Outcome =
  | 'ok'
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'card_velocity_exceeded'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error'
  | 'fraudulent'

/** When the bank requires 3-D Secure. */
export type Authentication = 'never' | 'always' | 'unless_set_up' | 'on_session_only'

export interface TestCard {
  number: string
  brand: 'visa' | 'mastercard' | 'amex' | 'discover'
  funding: 'credit' | 'debit'
  country: string
  outcome: Outcome
  authentication: Authentication
  /** The card declines payments but can be saved. */
  saves?: boolean
  /**
   * The result of a refund to the card: `later` is pending first, `fails` is reversed after it
   * succeeded.
   */
  refund?: 'later' | 'fails'
}

const visa = (number: string, rest: Partial<TestCard> = {}): TestCard => ({
  number,
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  outcome: 'ok',
  authentication: 'never',
  ...rest,
})

/**
 * The test cards of https://docs.stripe.com/testing, by the names of their `pm_card_` and `tok_`
 * test names; any future date and any security code is valid.
 */
export const testCards = {
  visa: visa('4242424242424242'),
  visa_debit: visa('4000056655665556', { funding: 'debit' }),
  mastercard: visa('5555555555554444', { brand: 'mastercard' }),
  amex: visa('378282246310005', { brand: 'amex' }),
  discover: visa('6011111111111117', { brand: 'discover' }),
  visa_chargeDeclined: visa('4000000000000002', { outcome: 'generic_decline' }),
  visa_chargeDeclinedInsufficientFunds: visa('4000000000009995', { outcome: 'insufficient_funds' }),
  visa_chargeDeclinedLostCard: visa('4000000000009987', { outcome: 'lost_card' }),
  visa_chargeDeclinedStolenCard: visa('4000000000009979', { outcome: 'stolen_card' }),
  visa_chargeDeclinedVelocityLimitExceeded: visa('4000000000006975', { outcome: 'card_velocity_exceeded' }),
  chargeDeclinedExpiredCard: visa('4000000000000069', { outcome: 'expired_card' }),
  chargeDeclinedIncorrectCvc: visa('4000000000000127', { outcome: 'incorrect_cvc' }),
  chargeDeclinedProcessingError: visa('4000000000000119', { outcome: 'processing_error' }),
  chargeCustomerFail: visa('4000000000000341', { outcome: 'generic_decline', saves: true }),
  authenticationRequiredOnSetup: visa('4000002500003155', { authentication: 'unless_set_up' }),
  authenticationRequired: visa('4000002760003184', { authentication: 'always' }),
  authenticationRequiredSetupForOffSession: visa('4000003800000446', { authentication: 'on_session_only' }),
  threeDSecure2Required: visa('4000000000003220', { authentication: 'always' }),
  threeDSecureRequiredChargeDeclined: visa('4000008400001629', {
    authentication: 'always',
    outcome: 'generic_decline',
  }),
  authenticationRequiredChargeDeclinedInsufficientFunds: visa('4000008260003178', {
    authentication: 'always',
    outcome: 'insufficient_funds',
  }),
  pendingRefund: visa('4000000000007726', { refund: 'later' }),
  refundFail: visa('4000000000005126', { refund: 'fails' }),
  radarBlock: visa('4100000000000019', { outcome: 'fraudulent' }),
} satisfies Record<string, TestCard>

export type CardName = keyof typeof testCards

const aliases: Record<string, CardName> = {
  chargeDeclined: 'visa_chargeDeclined',
  chargeDeclinedInsufficientFunds: 'visa_chargeDeclinedInsufficientFunds',
}

export const getTestCard = (name: CardName): TestCard => testCards[name]

/**
 * @param twin A test name: `pm_card_visa` or `tok_visa`.
 */
export function findCardByTestName(twin: string): CardName | undefined {
  const name = /^(?:pm_card_|tok_)(.+)$/.exec(twin)?.[1] ?? ''
  return isCardName(name) ? name : aliases[name]
}

export function findCardByNumber(digits: string): CardName | undefined {
  return Object.keys(testCards)
    .filter(isCardName)
    .find((name) => testCards[name].number === digits)
}

const isCardName = (name: string): name is CardName => Object.hasOwn(testCards, name)

/** Checks the check digit of ISO/IEC 7812 (Luhn). */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return /^\d{12,19}$/.test(digits) && sum % 10 === 0
}
