import { type Payout } from '#contract/payout.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { matchText, PAYOUT_STATES, payoutAgrees, shortMatch } from './payout-text.ts'
import { dayText } from './report-text.ts'

interface PayoutsPageProps {
  payouts: Payout[]
  pagination: ListMeta['pagination']
}

export const PAYOUTS_PATH = '/staff/payouts'

/** The payouts as on the bank's statement, one line each. */
export function PayoutsPage({ payouts, pagination }: PayoutsPageProps) {
  return (
    <div className="wrap desk">
      <StaffPageTitle
        href="/staff/reports"
        above="Reports"
        about="What the payment provider sent to the bank, each held against the books on its own page."
      >
        Payouts
      </StaffPageTitle>
      {payouts.length === 0 ? (
        <NothingHere what="None so far.">The first comes some days after the first card payment.</NothingHere>
      ) : (
        <PayoutTable payouts={payouts} />
      )}
      <StaffPagination path={PAYOUTS_PATH} filter={{}} pagination={pagination} />
    </div>
  )
}

function PayoutTable({ payouts }: { payouts: Payout[] }) {
  return (
    <StaffTable
      label="Payouts"
      stacked
      caption="Payouts, the last to arrive first"
      figures={['Amount']}
      heads={['At the bank on', 'Amount', 'Payments', 'Given back', 'Fees', 'State', 'In the books']}
    >
      {payouts.map((payout) => (
        <tr key={payout.id}>
          <th scope="row">
            <a href={`${PAYOUTS_PATH}/${String(payout.id)}`}>{dayText(payout.arrives_on)}</a>
          </th>
          <td className="r">
            <strong>{formatDollars(payout.amount)}</strong>
          </td>
          <td data-label="Payments" className="nowrap">
            {formatDollars(payout.payments)}
          </td>
          <td data-label="Given back" className="nowrap">
            {formatDollars(payout.refunds + payout.disputes)}
          </td>
          <td data-label="Fees" className="nowrap">
            {formatDollars(-payout.fees)}
          </td>
          <td data-label="State">
            <PayoutState payout={payout} />
          </td>
          <td data-label="In the books">
            {payoutAgrees(payout) ? (
              shortMatch(payout)
            ) : (
              <strong className="mail-error">{matchText(payout)}</strong>
            )}
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}

export function PayoutState({ payout: { status } }: { payout: Payout }) {
  const { text, shape } = PAYOUT_STATES[status]
  return <StaffState shape={shape}>{text}</StaffState>
}
