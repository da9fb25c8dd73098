import { type Approval } from '#contract/approval.ts'
import { nameAct } from './approval-words.ts'

interface ApprovalButtonsProps {
  approval: Approval
  /** The page that takes the decision; by default the one that is shown, with its filters. */
  action?: string
  /** It is the one next act of the page. */
  first: boolean
}

/** Approves or refuses what a colleague asked for. */
export function ApprovalButtons({ approval, action, first }: ApprovalButtonsProps) {
  const about = nameAct(approval)
  return (
    <form method="post" action={action} className="do">
      <input type="hidden" name="approval" value={approval.id} />
      <button
        type="submit"
        className={first ? 'btn small' : 'btn second small'}
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
