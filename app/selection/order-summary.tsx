import { type ReactNode } from 'react'
import { type Quote } from '#contract/quote.ts'
import { Breakdown } from '../ui/breakdown.tsx'
import { useServiceTexts } from '../visit/service-texts.ts'
import { secondCharge, getTotalLabel } from '../catalogue/second-charge.ts'
import { breakdownRows } from '../catalogue/breakdown-rows.ts'
import { formatDollars } from '../format/format-dollars.ts'

export interface OrderSummaryProps {
  title: string
  /** Day and time, place and minutes, as far as they are known. */
  when: readonly string[]
  quote: (Pick<Quote, 'lines' | 'credits' | 'amount_due'> & Partial<Pick<Quote, 'membership'>>) | undefined
  /** The text while there is no price yet. */
  waiting: string
  art: ReactNode
  note?: string
  /** Another total is being loaded. */
  pending?: boolean
}

/** The order beside the form on wide screens. */
export function OrderRail({ title, when, quote, waiting, art, note, pending }: OrderSummaryProps) {
  return (
    <aside className="rail wide-only" aria-label="Your order">
      <div className="summary" aria-busy={pending}>
        <div className="art">{art}</div>
        <div className="summary-in">
          <h2>{title}</h2>
          <p className="when">
            {when.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
          {quote ? (
            <QuoteBreakdown quote={quote} silent={pending !== undefined} />
          ) : (
            <p className="muted">{waiting}</p>
          )}
          {note ? <p className="sm subtle mt4">{note}</p> : null}
        </div>
      </div>
    </aside>
  )
}

/** The order as a bar that opens, on phones. */
export function OrderBar({
  quote,
  waiting,
  pending,
}: Pick<OrderSummaryProps, 'quote' | 'waiting' | 'pending'>) {
  return (
    <details className="order-bar small-only">
      <summary className="wrap">
        <span>Your order</span>
        {quote ? <BarPrice quote={quote} /> : null}
      </summary>
      <div className="wrap">
        {quote ? (
          <QuoteBreakdown quote={quote} silent={pending !== undefined} />
        ) : (
          <p className="order-bar-wait muted">{waiting}</p>
        )}
      </div>
    </details>
  )
}

/** With a second charge, both are visible while the bar is closed. */
function BarPrice({ quote }: { quote: NonNullable<OrderSummaryProps['quote']> }) {
  const second = secondCharge(quote.membership ?? null)
  return (
    <span className="price">
      {formatDollars(quote.amount_due ?? 0)}
      {second ? <small> and {second.amount}</small> : null}
    </span>
  )
}

function QuoteBreakdown({
  quote,
  silent,
}: {
  quote: NonNullable<OrderSummaryProps['quote']>
  silent: boolean
}) {
  const { total } = useServiceTexts()
  const final = quote.lines.some(({ kind }) => kind === 'fee')
  const second = secondCharge(quote.membership ?? null)
  return (
    <>
      <Breakdown
        silent={silent}
        rows={breakdownRows(quote)}
        total={formatDollars(quote.amount_due ?? 0)}
        totalLabel={getTotalLabel(second, final ? 'Total' : total)}
        second={second}
      />
      {quote.lines[0]?.why ? <WhyThisPrice lines={quote.lines} /> : null}
    </>
  )
}

/** The explanation of each line. */
export function WhyThisPrice({ lines }: Pick<Quote, 'lines'>) {
  return (
    <details className="promo">
      <summary>Why this price</summary>
      {lines.map(({ label, why }, index) => (
        <p key={`${String(index)} ${label}`} className="sm">
          <b>{label}.</b> {why}
        </p>
      ))}
    </details>
  )
}
