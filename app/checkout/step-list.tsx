import { checkoutSteps, type CheckoutStep } from './steps.ts'

/** Where the shopper is: the steps by name, the present one marked. */
export function StepList({ current }: { current: CheckoutStep['id'] }) {
  return (
    <ol className="steps" aria-label="Checkout steps">
      {checkoutSteps.map((step, index) => (
        <li key={step.id} aria-current={step.id === current ? 'step' : undefined}>
          <span className="n">{index + 1}</span> {step.label}
        </li>
      ))}
    </ol>
  )
}
