import { type Product } from '#contract/catalogue.ts'
import { eligibilityLines } from './eligibility-lines.ts'

/**
 * Who may fly and what to wear, collapsed; renders nothing if the service provides no such data.
 */
export function Eligibility({ product }: { product: Product }) {
  const lines = eligibilityLines(product)
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
