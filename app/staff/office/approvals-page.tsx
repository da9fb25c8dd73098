import { type Approval } from '#contract/approval.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Failure } from '../../ui/notice.tsx'
import { DateTimeCell } from '../parts/date-time.tsx'
import { DoneBar } from '../parts/done-bar.tsx'
import { inWords } from '../parts/in-words.ts'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffState, type StateWords } from '../parts/staff-state.tsx'
import { StaffTabs } from '../parts/staff-tabs.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'

interface ApprovalsPageProps {
  approvals: Approval[]
  all: boolean
  pagination: ListMeta['pagination']
  /** How many wait; absent on the list of all. */
  waiting: number | undefined
  zone: string
  /** Who reads the page: nobody decides about what they asked for. */
  userId: number
  done: string | null
  failure: string | undefined
}

const PATH = '/staff/approvals'

const DONE: Readonly<Record<string, string>> = {
  approve: 'Approved and done.',
  refuse: 'Refused. Nothing was done.',
}

/** What staff want to give above their limit. */
export function ApprovalsPage(props: ApprovalsPageProps) {
  const { approvals, all, pagination, waiting, zone, userId, done, failure } = props
  return (
    <div className="wrap desk">
      <Failure text={failure} />
      <StaffPageTitle
        href="/staff/office"
        above="Office"
        about="Acts above a limit are done as soon as a second person approves them."
      >
        Approvals
      </StaffPageTitle>
      {failure === undefined && done !== null && DONE[done] !== undefined ? (
        <DoneBar text={DONE[done]} />
      ) : null}
      <StaffTabs
        label="State"
        tabs={[
          { text: 'Waiting', href: PATH, current: !all, count: waiting },
          { text: 'All', href: `${PATH}?state=all`, current: all },
        ]}
      />
      {approvals.length === 0 ? (
        <NothingHere what={all ? 'Nobody has asked yet.' : 'Nothing waits for a second person.'}>
          Whoever is above their limit asks on the order, and the request stands here.
        </NothingHere>
      ) : (
        <ol className="rows">
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

const STATES: Record<Approval['state'], StateWords> = {
  waiting: { text: 'Waits', shape: 'late' },
  running: { text: 'Is being done', shape: 'in-air' },
  approved: { text: 'Approved', shape: 'ok' },
  refused: { text: 'Refused', shape: 'off' },
}

interface RowProps {
  approval: Approval
  zone: string
  userId: number
}

function ApprovalRow({ approval, zone, userId }: RowProps) {
  const { order_id: orderId, reason, asked_by: asker, asked_at: at } = approval
  return (
    <li>
      <div>
        <h2>
          {describeAct(approval)}
          {orderId === null ? null : (
            <>
              {' '}
              for <a href={`/staff/orders/${String(orderId)}`}>O-{orderId}</a>
            </>
          )}
        </h2>
        {amountIsKnown(approval) ? null : <Details body={approval.body} />}
      </div>
      <p>
        {asker.name} asked <DateTimeCell at={at} zone={zone} />. {reason === null ? '' : `Reason: ${reason}`}
      </p>
      <Decision {...{ approval, zone, userId }} />
    </li>
  )
}

/** The two buttons, or why there are none. */
function Decision({ approval, zone, userId }: RowProps) {
  const { id, state, asked_by: asker, decided_by: decider, decided_at: decidedAt } = approval
  const { text, shape } = STATES[state]
  const isOpen = state === 'waiting' || state === 'running'
  if (!isOpen || asker.id === userId) {
    return (
      <p className="do">
        <StaffState shape={shape}>{text}</StaffState>
        <span className="muted sm">
          {isOpen ? (
            'a colleague decides'
          ) : (
            <>
              by {decider?.name ?? 'somebody'},{' '}
              <DateTimeCell at={decidedAt} zone={zone} none="some time ago" />
            </>
          )}
        </span>
      </p>
    )
  }
  const about = describeAct(approval)
  return (
    <form method="post" action={PATH} className="do">
      <input type="hidden" name="approval" value={id} />
      <button
        type="submit"
        className="btn small"
        name="intent"
        value="approve"
        aria-label={`Approve: ${about}`}
      >
        Approve
      </button>
      <button
        type="submit"
        className="btn second small"
        name="intent"
        value="refuse"
        aria-label={`Refuse: ${about}`}
      >
        Refuse
      </button>
    </form>
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
    <ul className="sm muted">
      {known.map(([name, value]) => (
        <li key={name}>
          {inWords(name)}: {String(value)}
        </li>
      ))}
    </ul>
  )
}
