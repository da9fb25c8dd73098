import { type MemberPriceUse } from '#contract/member-price-use.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { NO_EMAIL } from '../parts/customer-name.ts'

interface UnpaidMemberPricesPageProps {
  uses: MemberPriceUse[]
  pagination: ListMeta['pagination']
  zone: string
}

const PATH = '/staff/members-prices'

/** Passengers with members' prices whose membership is not paid. */
export function UnpaidMemberPricesPage({ uses, pagination, zone }: UnpaidMemberPricesPageProps) {
  return (
    <div className="wrap desk">
      <StaffPageTitle href="/staff/office" above="Office">
        Members’ prices not paid
      </StaffPageTitle>
      <p className="muted">
        Orders with the members’ price whose membership is not paid. The order keeps its price. The same
        account, e-mail and card have the price again once a first invoice is paid, and then the order leaves
        this list.
      </p>
      {uses.length === 0 ? (
        <p>None: every membership that began with a flight is paid.</p>
      ) : (
        <Uses uses={uses} zone={zone} />
      )}
      <StaffPagination path={PATH} filter={{}} pagination={pagination} />
    </div>
  )
}

function Uses({ uses, zone }: Pick<UnpaidMemberPricesPageProps, 'uses' | 'zone'>) {
  return (
    <StaffTable
      label="Members’ prices not paid"
      stacked
      caption="Orders, the newest first"
      figures={['Taken off']}
      heads={['Order', 'Taken off', 'E-mail', 'Placed', 'Membership', 'Same card']}
    >
      {uses.map((use) => (
        <tr key={use.order_id}>
          <th scope="row">
            <a href={orderPath(use.order_id)}>{use.number}</a>
          </th>
          <td className="r">
            <strong>{formatDollars(use.saved)}</strong>
          </td>
          <td data-label="E-mail">{use.email ?? NO_EMAIL}</td>
          <td data-label="Placed" className="nowrap">
            {formatDateTime(use.created_at, zone)}
          </td>
          <td data-label="Membership">{statusText(use)}</td>
          <td data-label="Same card">
            {use.same_card_order_ids.length === 0
              ? 'No other'
              : use.same_card_order_ids.map((id) => (
                  <a key={id} className="nowrap" href={orderPath(id)}>
                    O-{id}{' '}
                  </a>
                ))}
          </td>
        </tr>
      ))}
    </StaffTable>
  )
}

const orderPath = (id: number) => `/staff/orders/${String(id)}`

const WORDS: Record<NonNullable<MemberPriceUse['membership_status']>, string> = {
  starting: 'being charged',
  incomplete: 'waits for its first payment',
  active: 'active, invoice open',
  past_due: 'past due',
  unpaid: 'unpaid',
  canceled: 'cancelled before it was paid',
  incomplete_expired: 'never paid, expired',
  failed: 'card declined, given up',
}

const statusText = ({ plan_name: plan, membership_status: status }: MemberPriceUse): string =>
  `${plan}: ${status === null ? 'none began' : WORDS[status]}`
