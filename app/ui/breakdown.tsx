export interface BreakdownRow {
  key: string
  label: string
  detail?: string | null
  /** Formatted, with a real minus sign where it is taken off. */
  amount: string
  /** Taken off: said, not only coloured. */
  less?: boolean
}

/**
 * How a price is made: one row a line, then the total. Adds nothing up.
 *
 * @param props.silent the page announces a changed total itself
 */
export function Breakdown(props: {
  rows: readonly BreakdownRow[]
  total: string
  totalLabel?: string
  /** Another charge, that is no part of the total. */
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
