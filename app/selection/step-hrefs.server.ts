import { type CheckoutQuery } from '../visit/checkout-query.ts'
import { checkoutSteps } from './steps.ts'

/** Paths of both steps of a checkout, with their query. */
export interface StepHrefs {
  when: string
  pay: string
}

/** Paths of both steps for one choice. */
export function stepHrefs(product: string, query: CheckoutQuery): StepHrefs {
  const [when, pay] = checkoutSteps.map((step) => step.href({ product, query }))
  return { when: when ?? '/checkout', pay: pay ?? '/checkout' }
}

/** The path of the first step, which shows what is missing. */
export function redirectToWhen(product: string, query: CheckoutQuery): string {
  const { when } = stepHrefs(product, query)
  return `${when}${when.includes('?') ? '&' : '?'}intent=continue`
}
