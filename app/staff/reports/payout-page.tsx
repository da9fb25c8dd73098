import { type Payout, type PayoutLine } from '#contract/payout.ts'
import { PAYOUT_LINE_WORDS } from '#contract/payout-words.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { DateTimeCell } from '../parts/date-time.tsx'
import { matchText, payoutAgrees } from './payout-text.ts'
import { PAYOUTS_PATH, PayoutState } from './payouts-page.tsx'
import { dayText } from './report-text.ts'

interface PayoutPageProps {
  payout: Payout
  lines: PayoutLine[]
  pagination: ListMeta['pagination']
  zone: string
}

/** The parts of one amount on the bank's statement. */
export function PayoutPage({ payout, lines, pagination, zone }: PayoutPageProps) {
  const agrees = payoutAgrees(payout)
  return (
    <div className="wrap desk">
      <StaffPageTitle href={PAYOUTS_PATH} above="Payouts">
        {formatDollars(payout.amount)}, {dayText(payout.arrives_on)}
      </StaffPageTitle>
      <p>
        <PayoutState payout={payout} /> <span className="sm muted">{payout.reference}</span>
      </p>
      <p className={`alert ${payout.booked_at === null ? 'warn' : agrees ? 'good' : 'bad'}`} role="status">
        {matchText(payout)}
      </p>
      {payout.automatic && payout.booked_at !== null ? <Sum payout={payout} /> : null}
      <section className="desk-part" aria-labelledby="lines">
        <h2 id="lines">What is in it</h2>
        {lines.length === 0 ? <p className="muted">Nothing that the provider tells of.</p> : null}
        {lines.length === 0 ? null : <Lines lines={lines} zone={zone} />}
        <StaffPagination path={`${PAYOUTS_PATH}/${String(payout.id)}`} filter={{}} pagination={pagination} />
        <p className="sm muted">Times are told in {zone}.</p>
      </section>
    </div>
  )
}

function Sum({ payout }: { payout: Payout }) {
  return (
    <section className="desk-part" aria-labelledby="sum">
      <h2 id="sum">How it adds up</h2>
      <dl className="breakdown desk-sum">
        {partsOf(payout).map(([label, amount]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatDollars(amount)}</dd>
          </div>
        ))}
        <div className="total">
          <dt>Sent to the bank</dt>
          <dd>{formatDollars(payout.amount)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** Kinds without any amount are left out, except payments and fees. */
function partsOf(payout: Payout): (readonly [string, number])[] {
  const parts = [
    ['Payments', payout.payments],
    ['Refunds', payout.refunds],
    ['Held or given back by banks in disputes', payout.disputes],
    ['Of payouts that were sent back', payout.returned],
    ['Other', payout.other],
    ['Kept by the provider', -payout.fees],
    ['Not explained', payout.difference],
  ] as const
  return parts.filter(
    ([label, amount]) => amount !== 0 || label === 'Payments' || label === 'Kept by the provider',
  )
}

function Lines({ lines, zone }: { lines: PayoutLine[]; zone: string }) {
  return (
    <StaffTable
      label="Movements"
      stacked
      caption="Movements, newest first"
      figures={['Sent']}
      heads={['What', 'When', 'Order', 'Amount', 'Sent', 'In the books']}
    >
      {lines.map((line) => (
        <tr key={line.id}>
          <th scope="row">
            {PAYOUT_LINE_WORDS[line.kind]}
            <small>{line.source ?? line.reference}</small>
          </th>
          <td data-label="When">
            <DateTimeCell at={line.moved_at} zone={zone} />
          </td>
          <td data-label="Order" className="nowrap">
            {line.order_id === null ? (
              '–'
            ) : (
              <a href={`/staff/orders/${String(line.order_id)}`}>O-{line.order_id}</a>
            )}
          </td>
          <td data-label="Amount" className="nowrap">
            {formatDollars(line.amount)}
            {line.fee === 0 ? null : <small>Fee {formatDollars(-line.fee)}</small>}
          </td>
          <td className="r">{formatDollars(line.net)}</td>
          <td data-label="In the books">
            <StaffState shape={line.matched ? 'ok' : 'bad'}>
              {line.matched ? 'The same' : 'Not there'}
            </StaffState>
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}
