import { type GiftPage } from './load-gift-page.server.ts'
import { SceneCard } from '../pictures/scene-picture.tsx'
import { Breakdown } from '../ui/breakdown.tsx'
import { breakdownRows } from '../catalogue/breakdown-rows.ts'
import { formatDollars } from '../format/format-dollars.ts'

type Page = Pick<
  GiftPage,
  'productName' | 'product' | 'place' | 'tags' | 'unit' | 'quote' | 'fares' | 'fareId'
>

/** The order summary beside the form on wide screens. */
export function GiftRail({ page, pending }: { page: Page; pending: boolean }) {
  return (
    <aside className="rail wide-only" aria-label="Your order">
      <div className="summary" aria-busy={pending}>
        <div className="art">
          <SceneCard place={page.place} tags={page.tags} product={page.product} wide />
        </div>
        <div className="summary-in">
          <h2>{page.productName}</h2>
          <p className="when">
            {giftLines(page).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
          <Sum page={page} />
          <p className="sm subtle mt4">The codes come by mail as soon as it is paid.</p>
        </div>
      </div>
    </aside>
  )
}

/** The order summary as a bar that opens, on phones. */
export function GiftBar({ page }: { page: Page }) {
  return (
    <details className="order-bar small-only">
      <summary className="wrap">
        <span>Your order</span>
        {page.quote ? <span className="price">{formatDollars(page.quote.amount_due ?? 0)}</span> : null}
      </summary>
      <div className="wrap">
        <Sum page={page} />
      </div>
    </details>
  )
}

/** The steps of the purchase. The recipient chooses the day, so there is no step for it. */
export function GiftSteps() {
  return (
    <ol className="steps" aria-label="Checkout steps">
      <li aria-current="step">
        <span>1</span> The gift
      </li>
      <li>
        <span>2</span> Codes by mail
      </li>
    </ol>
  )
}

function Sum({ page: { quote } }: { page: Page }) {
  if (!quote) return <p className="order-bar-wait muted">Say how many to see your total.</p>
  return <Breakdown rows={breakdownRows(quote)} total={formatDollars(quote.amount_due ?? 0)} />
}

function giftLines({ unit, quote, fares, fareId }: Page): string[] {
  const fare = fares.find(({ id }) => id === fareId)?.name ?? ''
  const count = quote?.quantity ?? 1
  const one = unit === 'seat' ? 'one seat' : 'one whole aircraft'
  return [fare, count === 1 ? `1 gift card for ${one}` : `${String(count)} gift cards, ${one} each`]
}
