import { type Product } from '#contract/catalogue.ts'
import { Questions } from '../page/questions.tsx'
import { eligibilityLines } from './eligibility-lines.ts'

/** Who may fly and what to wear; renders nothing if the service provides no such data. */
export function ProductEligibility({ product }: { product: Product }) {
  const lines = eligibilityLines(product)
  if (lines.length === 0) return null
  return (
    <section className="prod-part" aria-labelledby="eligibility-title">
      <div className="head tight">
        <h2 id="eligibility-title">Who can fly</h2>
      </div>
      <Questions list={lines.map(({ title, text }) => ({ question: title, answer: text }))} />
    </section>
  )
}
