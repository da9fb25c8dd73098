import { checkoutSearch, type CheckoutQuery } from '../visit/checkout-query.ts'
import { type Choice } from './choice.ts'
import { type StepId } from './step-labels.ts'

export interface StepFacts {
  /** Slug or id of the product, as the address has it. */
  product: string
  query: CheckoutQuery
  /** Undefined before it was loaded. */
  choice: Choice | undefined
  /** The order is paid. */
  paid: boolean
}

export interface CheckoutStep {
  id: StepId
  /** Whether the step has something to do for this purchase. */
  isApplicable: (facts: StepFacts) => boolean
  isComplete: (facts: StepFacts) => boolean
  href: (facts: Pick<StepFacts, 'product' | 'query'>) => string
}

/** The steps of a purchase as data, so that pages need not know each other. */
export const checkoutSteps: readonly CheckoutStep[] = [
  {
    id: 'when',
    isApplicable: ({ query }) => !query.giftCard,
    isComplete: ({ choice }) =>
      choice?.departure !== undefined && choice.quantity !== undefined && choice.problems.length === 0,
    href: ({ product, query }) => `/checkout/${encodeURIComponent(product)}${checkoutSearch(query)}`,
  },
  {
    id: 'pay',
    isApplicable: () => true,
    isComplete: ({ paid }) => paid,
    href: ({ product, query }) =>
      `/checkout/${encodeURIComponent(product)}/pay${checkoutSearch(query, { month: undefined })}`,
  },
]

/** The current step: the first one with something left to do; undefined if all is done. */
export function currentStep(facts: StepFacts): CheckoutStep | undefined {
  return checkoutSteps.find((step) => step.isApplicable(facts) && !step.isComplete(facts))
}
