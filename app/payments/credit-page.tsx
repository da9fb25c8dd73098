import { type CreditMovement } from '#contract/credit.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatShortDate, toLocalDate } from '../format/local-time.ts'
import { AccountNav } from '../account/account-nav.tsx'
import { PageLinks } from '../account/page-links.tsx'

export interface CreditPageProps {
  /** In dollars. */
  credit: number
  proven: boolean
  /** Undefined if the service does not answer. */
  movements: { rows: CreditMovement[]; pagination: ListMeta['pagination'] } | undefined
  timezone: string
}

/** An account's credit: the balance and its history. */
export function CreditPage({ credit, proven, movements, timezone }: CreditPageProps) {
  return (
    <div className="wrap section account-home">
      <AccountNav current="credit" />
      <div className="account-head">
        <div>
          <p className="eyebrow">Your account</p>
          <h1>Credit</h1>
          <p className="lede mt4">
            You have <strong>{formatDollars(credit)}</strong>. It pays any part of a flight: tick it where you
            pay.
          </p>
        </div>
      </div>
      <h2 className="vh">What came and went, newest first</h2>
      <Movements proven={proven} movements={movements} timezone={timezone} />
    </div>
  )
}

function Movements({ proven, movements, timezone }: Omit<CreditPageProps, 'credit'>) {
  if (!movements) return <p className="alert warn">Your credit cannot be shown just now. Please try again.</p>
  const { rows, pagination } = movements
  if (rows.length === 0) return <NoCredit proven={proven} />
  return (
    <>
      <table className="credit-rows">
        <caption className="vh">Your credit</caption>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Why</th>
            <th scope="col">Amount</th>
            <th scope="col">Balance</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              <td>
                <ShortDate at={row.at} timezone={timezone} />
              </td>
              <td>
                <Reason row={row} />
              </td>
              <td>{signedDollars(row.amount)}</td>
              <td>{formatDollars(row.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <PageLinks
        label="Pages of credit"
        pagination={pagination}
        href={(page) => `/account/credit?page=${String(page)}`}
      />
    </>
  )
}

/** In narrow columns only the year wraps to the next line. */
function ShortDate({ at, timezone }: { at: string; timezone: string }) {
  const [day, month, year] = formatShortDate(toLocalDate(at, timezone)).split(' ')
  return (
    <time dateTime={at}>
      <span className="nowrap">
        {day} {month}
      </span>{' '}
      {year}
    </time>
  )
}

const signedDollars = (dollars: number): string =>
  dollars < 0 ? `−${formatDollars(-dollars)}` : `+${formatDollars(dollars)}`

function Reason({ row: { kind, reason, order_id: id } }: { row: CreditMovement }) {
  const text = kind === 'given' ? (reason ?? 'Credit') : kind === 'used' ? 'Used for' : 'Given back from'
  if (id === null) return <>{text}</>
  return (
    <>
      {text} <a href={`/account/orders/${String(id)}`}>O-{id}</a>
    </>
  )
}

const NoCredit = ({ proven }: { proven: boolean }) => (
  <div className="empty">
    <h3>{proven ? 'No credit yet.' : 'Confirm your address first.'}</h3>
    <p>
      {proven
        ? 'When we give you credit, or an order gives some back, it is listed here.'
        : 'Your credit is shown once your e-mail is confirmed. The link for it is on the overview.'}
    </p>
    <a className="btn" href={proven ? '/product' : '/account'}>
      {proven ? 'See the flights' : 'To the overview'}
    </a>
  </div>
)
