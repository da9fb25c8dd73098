import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { type SummaryItem } from '#app/ui/error-summary.tsx'
import { type FormAnswer, type FormShape } from '#app/ui/form/form-shape.ts'
import { useShopForm } from '#app/ui/form/use-shop-form.ts'

/** What a page's error summary lists after an answer. */
export function summaryIn(shape: FormShape, answer: FormAnswer): SummaryItem[] {
  let summary: SummaryItem[] = []
  function Page() {
    summary = useShopForm(shape, answer).summary
    return null
  }
  renderToStaticMarkup(createElement(Page))
  return summary
}
