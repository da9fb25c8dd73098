import { STEP_LABELS, type StepId } from './step-labels.ts'

/** Where the shopper is: the steps by name, the present one marked. */
export function StepList({ current }: { current: StepId }) {
  return (
    <ol className="steps" aria-label="Checkout steps">
      {Object.entries(STEP_LABELS).map(([id, label], index) => (
        <li key={id} aria-current={id === current ? 'step' : undefined}>
          <span>{index + 1}</span> {label}
        </li>
      ))}
    </ol>
  )
}
