import { STEP_LABELS, type StepId } from './step-labels.ts'

/** The steps of the checkout; the current one is marked. */
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
