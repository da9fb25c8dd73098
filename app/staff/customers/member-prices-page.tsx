import { type MemberPriceUse } from '#contract/member-price-use.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatMoment } from '../../orders/order-title.ts'
import { DeskPages } from '../parts/pagination.tsx'
import { DeskTable } from '../parts/staff-table.tsx'
import { DeskTitle } from '../parts/staff-title.tsx'

interface MembersPricesPageProps {
  uses: MemberPriceUse[]
  pagination: ListMeta['pagination']
  zone: string
}

const PATH = '/staff/members-prices'

/** Who flew, or will fly, at the members' price and has not paid the membership. */
export function MembersPricesPage({ uses, pagination, zone }: MembersPricesPageProps) {
  return (
    <div className="wrap desk">
      <DeskTitle href="/staff/office" above="Office">
        Members’ prices not paid
      </DeskTitle>
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
      <DeskPages path={PATH} kept={{}} pagination={pagination} />
    </div>
  )
}

function Uses({ uses, zone }: Pick<MembersPricesPageProps, 'uses' | 'zone'>) {
  return (
    <DeskTable
      label="Members’ prices not paid"
      stacks
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
          <td data-label="E-mail">{use.email}</td>
          <td data-label="Placed" className="nowrap">
            {formatMoment(use.created_at, zone)}
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
    </DeskTable>
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
