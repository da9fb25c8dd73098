import { type Approval } from '#contract/approval.ts'
import { ApprovalFacts, ApprovalTitle } from '../parts/approval-facts.tsx'
import { ApprovalButtons } from '../parts/approval-buttons.tsx'
import { describeDeciders } from '../parts/approval-words.ts'
import { describeDue } from './task-words.ts'

/** The acts that wait for a second person, the oldest first, and who looks at them. */
export interface WaitingApprovals {
  rows: Approval[]
  /** With those that are not listed. */
  count: number
  userId: number
}

interface ApprovalRowProps {
  approval: Approval
  zone: string
  now: string
  userId: number
  /** The first row of the queue has the one next act. */
  first: boolean
}

/** An act that a colleague asked for, with the decision at its side. */
export function ApprovalRow({ approval, zone, now, userId, first }: ApprovalRowProps) {
  const { state, asked_by: asker, asked_at: at } = approval
  const { time, away } = describeDue({ due_at: at }, { zone, now })
  return (
    <li className="q" data-row="" tabIndex={-1}>
      <p className="by">
        <b>{time}</b>
        asked {away === 'over' ? 'days ago' : away}
      </p>
      <div>
        <span className="st late">Waits for approval</span>
        <h3>
          <ApprovalTitle approval={approval} />
        </h3>
        <ApprovalFacts approval={approval} zone={zone} />
        <p className="muted">Asked by {asker.name}.</p>
      </div>
      {!approval.may_decide || state !== 'waiting' ? (
        <p className="do muted">
          {state === 'waiting' ? describeDeciders(approval, userId) : 'It is being done.'}
        </p>
      ) : (
        <ApprovalButtons approval={approval} first={first} />
      )}
    </li>
  )
}
