import { type EligibilityLine } from './eligibility-lines.ts'

/**
 * Who may fly and what to wear, collapsed; renders nothing if the service provides no such data.
 */
export function Eligibility({ lines }: { lines: readonly EligibilityLine[] }) {
  if (lines.length === 0) return null
  return (
    <details className="promo mt4">
      <summary>Who can fly, and what to wear</summary>
      {lines.map(({ title, text }) => (
        <p key={title}>
          <b>{title}.</b> {text}
        </p>
      ))}
    </details>
  )
}
