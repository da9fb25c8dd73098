import { type Approval } from '#contract/approval.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Failure } from '../../ui/notice.tsx'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffTabs } from '../parts/staff-tabs.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'

interface ApprovalsPageProps {
  approvals: Approval[]
  all: boolean
  pagination: ListMeta['pagination']
  zone: string
  /** Who reads the page: nobody decides about what they asked for. */
  userId: number
  done: string | null
  failure: string | undefined
}

const PATH = '/staff/approvals'

/** What staff want to give above their limit. */
export function ApprovalsPage({
  approvals,
  all,
  pagination,
  zone,
  userId,
  done,
  failure,
}: ApprovalsPageProps) {
  return (
    <div className="wrap desk">
      <StaffPageTitle href="/staff/office" above="Office">
        Approvals
      </StaffPageTitle>
      <Failure text={failure} />
      {done === 'approve' || done === 'refuse' ? (
        <p role="status">{done === 'approve' ? 'Approved and done.' : 'Refused. Nothing was done.'}</p>
      ) : null}
      <StaffTabs
        label="State"
        tabs={[
          { text: 'Waiting', href: PATH, current: !all },
          { text: 'All', href: `${PATH}?state=all`, current: all },
        ]}
      />
      {approvals.length === 0 ? (
        <p className="muted">{all ? 'Nobody has asked yet.' : 'Nothing waits for a second person.'}</p>
      ) : (
        <ol className="desk-kinds">
          {approvals.map((approval) => (
            <ApprovalRow key={approval.id} {...{ approval, zone, userId }} />
          ))}
        </ol>
      )}
      <StaffPagination pagination={pagination} path={PATH} filter={{ state: all ? 'all' : '' }} />
    </div>
  )
}

/** The kinds of acts in words, by the last word of the call that is no number. */
const ACTS: Readonly<Record<string, string>> = {
  refunds: 'Refund',
  vouchers: 'Voucher',
  credits: 'Account credit',
  prizes: 'Prize',
  discounts: 'Discount',
  discount_codes: 'Discount code',
  discount_code_batches: 'Discount codes',
  fares: 'Price of a fare',
  products: 'Price of a product',
  departures: 'Price of a departure',
  upgrades: 'Price of an upgrade',
  staff_cancellations: 'Cancellation with a refund',
}

function describeAct({ path, amount }: Approval): string {
  const word = path
    .split('/')
    .filter((part) => /\D/.test(part))
    .at(-1)
  const act = ACTS[word ?? ''] ?? word ?? ''
  return amount === null ? act : `${act}, ${formatDollars(amount)}`
}

const STATES: Record<Approval['state'], string> = {
  waiting: 'Waits',
  running: 'Is being done',
  approved: 'Approved',
  refused: 'Refused',
}

interface RowProps {
  approval: Approval
  zone: string
  userId: number
}

function ApprovalRow({ approval, zone, userId }: RowProps) {
  const {
    id,
    order_id: orderId,
    reason,
    state,
    asked_by: asker,
    asked_at: at,
    decided_by: decider,
  } = approval
  const isOpen = state === 'waiting' || state === 'running'
  return (
    <li>
      <h2>
        {describeAct(approval)}
        {orderId === null ? null : (
          <>
            {' '}
            for <a href={`/staff/orders/${String(orderId)}`}>O-{orderId}</a>
          </>
        )}
      </h2>
      <p>
        {asker.name} asked {formatDateTime(at, zone)}. {reason === null ? '' : `Reason: ${reason}`}
      </p>
      {amountIsKnown(approval) ? null : <Details body={approval.body} />}
      {isOpen ? null : (
        <p className="muted">
          {STATES[state]} by {decider?.name ?? 'somebody'}
          {approval.decided_at === null ? '' : `, ${formatDateTime(approval.decided_at, zone)}`}.
        </p>
      )}
      {isOpen && asker.id === userId ? <p className="muted">{STATES[state]}: a colleague decides.</p> : null}
      {isOpen && asker.id !== userId ? (
        <form method="post" action={PATH} className="btn-row">
          <input type="hidden" name="approval" value={id} />
          <button type="submit" className="btn small" name="intent" value="approve">
            Approve
          </button>
          <button type="submit" className="btn second small" name="intent" value="refuse">
            Refuse
          </button>
        </form>
      ) : null}
    </li>
  )
}

const amountIsKnown = ({ amount, order_id: orderId }: Approval) => amount !== null && orderId !== null

/** What the call would write, for acts that are no amount of an order. */
function Details({ body }: Pick<Approval, 'body'>) {
  const [fields] = Object.values(body)
  if (typeof fields !== 'object' || fields === null) return null
  const known = Object.entries(fields as Record<string, unknown>).filter(
    ([, value]) => typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean',
  )
  return (
    <ul className="sm">
      {known.map(([name, value]) => (
        <li key={name}>
          {name.replaceAll('_', ' ')}: {String(value)}
        </li>
      ))}
    </ul>
  )
}
