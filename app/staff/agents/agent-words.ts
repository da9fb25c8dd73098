import { type AgentOrder, type AgentStatement } from '#contract/agent.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { type StateWords } from '../parts/staff-state.tsx'

export const AGENTS_PATH = '/staff/agents'

/** `2026-11` as `November 2026`. */
export const monthText = (month: string): string =>
  new Date(`${month}-01T12:00:00Z`).toLocaleDateString('en-US', {
    ...{ month: 'long', year: 'numeric', timeZone: 'UTC' },
  })

export const ORDER_STATES: Readonly<Record<AgentOrder['state'], StateWords>> = {
  to_fly: { text: 'To fly', shape: 'none' },
  flown: { text: 'Flown', shape: 'done' },
  refunded: { text: 'Refunded', shape: 'off' },
  unpaid: { text: 'Not all paid', shape: 'late' },
}

type Payable = Pick<AgentStatement, 'payable' | 'paid_at'>
export const statementState = ({ payable, paid_at: at }: Payable): StateWords => {
  if (at !== null) return { text: 'Paid', shape: 'ok' }
  return payable > 0 ? { text: 'To be paid', shape: 'late' } : { text: 'Nothing to pay', shape: 'off' }
}

/** What is owed to an agent, or the other way round. */
export function owedText(owed: number): string {
  if (owed < 0)
    return `${formatDollars(-owed)} more was taken back than earned; it comes off the next statement.`
  return owed === 0 ? 'Nothing is to be paid.' : `${formatDollars(owed)} is to be paid.`
}
