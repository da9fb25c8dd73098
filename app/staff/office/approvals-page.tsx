import { type Approval } from '#contract/approval.ts'
import { type ListMeta } from '#contract/primitives.ts'
import { Failure } from '../../ui/notice.tsx'
import { ApprovalButtons } from '../parts/approval-buttons.tsx'
import { ApprovalFacts, ApprovalTitle } from '../parts/approval-facts.tsx'
import { DECIDED, describeDeciders } from '../parts/approval-words.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { DoneBar } from '../parts/done-bar.tsx'
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

const DONE: Readonly<Record<string, string>> = DECIDED

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
  const { asked_by: asker, asked_at: at } = approval
  return (
    <li>
      <div>
        <h2>
          <ApprovalTitle approval={approval} />
        </h2>
        <ApprovalFacts approval={approval} zone={zone} />
      </div>
      <p>
        {asker.name} asked <DateTimeCell at={at} zone={zone} />.
      </p>
      <Decision {...{ approval, zone, userId }} />
    </li>
  )
}

/** The two buttons, or why there are none. */
function Decision({ approval, zone, userId }: RowProps) {
  const { state, decided_by: decider, decided_at: decidedAt } = approval
  const { text, shape } = STATES[state]
  const isOpen = state === 'waiting' || state === 'running'
  if (!isOpen || !approval.may_decide) {
    return (
      <p className="do">
        <StaffState shape={shape}>{text}</StaffState>
        <span className="muted sm">
          {isOpen ? (
            state === 'waiting' && describeDeciders(approval, userId)
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
  return <ApprovalButtons approval={approval} action={PATH} first />
}
