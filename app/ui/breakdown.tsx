export interface BreakdownRow {
  key: string
  label: string
  detail?: string | null
  /** Formatted; an amount that is subtracted has a typographic minus sign. */
  amount: string
  /** Marks a discount in words, too, not only by colour. */
  less?: boolean
}

/**
 * The lines of a price, then its total. Computes nothing.
 *
 * @param props.silent the page announces a changed total itself
 */
export function Breakdown(props: {
  rows: readonly BreakdownRow[]
  total: string
  totalLabel?: string
  /** Another charge that is not part of the total. */
  second?: BreakdownRow | undefined
  silent?: boolean
}) {
  const { rows, total, totalLabel = 'Total', second, silent } = props
  return (
    <dl className="breakdown">
      {rows.map((row) => (
        <div key={row.key}>
          <dt>
            {row.label}
            {row.detail ? <small>{row.detail}</small> : null}
          </dt>
          <dd>
            {row.less ? (
              <span className="less">
                <span className="vh">discount </span>
                {row.amount}
              </span>
            ) : (
              row.amount
            )}
          </dd>
        </div>
      ))}
      <div className="total">
        <dt>{totalLabel}</dt>
        <dd>
          <output aria-live={silent ? 'off' : undefined}>{total}</output>
        </dd>
      </div>
      {second ? (
        <div className="second">
          <dt>
            {second.label}
            <small>{second.detail}</small>
          </dt>
          <dd>{second.amount}</dd>
        </div>
      ) : null}
    </dl>
  )
}
