import { type ReactNode } from 'react'
import { type ListMeta } from '#contract/primitives.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { DoneBar } from '../parts/done-bar.tsx'
import { asTitle } from '../parts/in-words.ts'
import { StaffPagination } from '../parts/pagination.tsx'
import { StaffState, type StateWords } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { type StaffTab, StaffTabs } from '../parts/staff-tabs.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'

interface OutboxPageProps {
  title: string
  path: string
  /** What the page tells, under its title. */
  about: ReactNode
  tabs: StaffTab[]
  /** Why something was not sent again. */
  errors: ReactNode
  /** Something was just sent again. */
  again: boolean
  /** A search beside the tabs. */
  search?: ReactNode
  /** How many there are, for which filter. */
  counted: ReactNode
  filter: Record<string, string>
  pagination: ListMeta['pagination']
  /** The sentence instead of the list. */
  nothing: ReactNode
  /** The rows; empty for none. */
  rows: ReactNode[]
}

/** What was sent to customers, by its state; what did not arrive is sent again on its row. */
export function OutboxPage(props: OutboxPageProps) {
  const { title, path, about, tabs, errors, again, search, counted, filter, pagination, nothing, rows } =
    props
  return (
    <div className="wrap desk">
      {errors}
      <StaffPageTitle href="/staff/office" above="Office" about={about}>
        {title}
      </StaffPageTitle>
      {again ? <DoneBar text="It goes out again." /> : null}
      <StaffTabs label="State" tabs={tabs} />
      {search}
      <p className="muted">{counted}</p>
      {rows.length === 0 ? nothing : null}
      {rows.length === 0 ? null : (
        <StaffTable
          label={title}
          multiline
          stacked
          caption={`${title}, newest first`}
          heads={['What', 'Order', 'State', 'Written', 'What to do']}
        >
          {rows}
        </StaffTable>
      )}
      <StaffPagination path={path} filter={filter} pagination={pagination} />
    </div>
  )
}

interface OutboxRowProps {
  /** The id of the row, as its address names it. */
  id: string
  message: {
    kind: string
    /** The address or the number. */
    to: string
    order_id: number | null
    created_at: string
  }
  state: ReactNode
  zone: string
  /** What staff can do about it. */
  children: ReactNode
}

export function OutboxRow({ id, message, state, zone, children }: OutboxRowProps) {
  const { kind, to, order_id: orderId, created_at: at } = message
  return (
    <tr>
      <th scope="row" id={id}>
        {asTitle(kind)}
        <small>{to}</small>
      </th>
      <td className={orderId === null ? 'blank' : 'nowrap'}>
        {orderId === null ? '–' : <a href={`/staff/orders/${String(orderId)}`}>O-{orderId}</a>}
      </td>
      <td>{state}</td>
      <td data-label="Written">
        <DateTimeCell at={at} zone={zone} />
      </td>
      <td>{children}</td>
    </tr>
  )
}

interface OutboxStateProps {
  words: StateWords
  message: { state: string; tries: number; next_try_at: string; sent_at: string | null }
  zone: string
  /** What the other side answered. */
  children?: ReactNode
}

/** The state, how often it was tried, and when it is tried next. */
export function OutboxState({ words, message, zone, children }: OutboxStateProps) {
  const { state, tries, next_try_at: next, sent_at: sent } = message
  const tried = tries === 0 ? '' : tries === 1 ? '1 try' : `${String(tries)} tries`
  const facts = [
    sent === null ? '' : formatDateTime(sent, zone),
    tried,
    state === 'queued' ? `next ${formatDateTime(next, zone)}` : '',
  ]
  return (
    <>
      <StaffState shape={words.shape}>{words.text}</StaffState>
      <small>{facts.filter(Boolean).join(' · ')}</small>
      {children}
    </>
  )
}

/** Stands where something was sent again, or cannot be. */
export const SentAgain = ({ at, zone }: { at: string; zone: string }) => (
  <span className="muted">
    Sent again <DateTimeCell at={at} zone={zone} />
  </span>
)

/** The button that sends the message of a row again. */
export const SendAgainButton = ({ about }: { about: string }) => (
  <button type="submit" className="btn second small" aria-label={`Send again: ${about}`}>
    Send again
  </button>
)
