import { type ReactNode } from 'react'
import { type StaffSearch } from '#contract/staff-search.ts'
import { StaffOrderStatusChip } from '../../orders/order-status.tsx'
import { getCustomerName, NO_EMAIL } from '../parts/customer-name.ts'
import { FLIGHT_STATUS } from '../parts/flight-status-text.ts'
import { countText } from '../parts/list-count.ts'
import {
  codePath,
  describeCode,
  describeFlight,
  describeOrder,
  type FoundKind,
  KIND_TITLES,
  nameCode,
  stateOfCode,
} from './search-words.ts'

interface FoundRowsProps {
  kind: FoundKind
  search: StaffSearch
  text: string
  zone: string
  /** The list with all rows of the kind; undefined if there is none. */
  allHref: string | undefined
}

/** The rows of one kind, each of them a link. */
export function FoundRows(props: FoundRowsProps) {
  const { kind, search, allHref } = props
  const { rows, count } = search[kind] ?? { rows: [], count: 0 }
  if (rows.length === 0) return null
  return (
    <section aria-labelledby={kind}>
      <h2 id={kind}>{KIND_TITLES[kind]}</h2>
      <ul>
        <Rows {...props} />
      </ul>
      {count > rows.length ? (
        <p className="sm muted">
          {countText(count, 'fits', 'fit')}. {allHref ? <a href={allHref}>All in the list</a> : null}
        </p>
      ) : null}
    </section>
  )
}

function Rows({ kind, search, text, zone }: FoundRowsProps) {
  switch (kind) {
    case 'codes':
      return search.codes?.rows.map((code) => {
        const state = stateOfCode(code)
        return (
          <Row key={code.kind} href={codePath(code)} name={nameCode(code)} state={<State {...state} />}>
            {describeCode(code, zone)}
          </Row>
        )
      })
    case 'flights':
      return search.flights?.rows.map((flight) => (
        <Row
          key={flight.id}
          href={`/staff/flights/${String(flight.id)}`}
          name={flight.flight_code}
          state={<State text={startWithCapital(FLIGHT_STATUS[flight.status].text)} tone="" />}
        >
          <Marked text={describeFlight(flight, search.date)} words={text} />
        </Row>
      ))
    case 'orders':
      return search.orders?.rows.map((order) => (
        <Row
          key={order.id}
          href={`/staff/orders/${String(order.id)}`}
          name={order.number}
          state={<StaffOrderStatusChip order={order} />}
        >
          <Marked text={describeOrder(order, search.date)} words={text} />
        </Row>
      ))
    case 'customers':
      return search.customers?.rows.map((one) => {
        const name = getCustomerName(one)
        const facts = [name, name === one.email ? null : (one.email ?? NO_EMAIL), one.phone]
          .filter(Boolean)
          .join(' · ')
        return (
          <Row
            key={one.id}
            href={`/staff/customers/${String(one.id)}`}
            name="Customer"
            state={<span className="sm muted">{countText(one.orders, 'order', 'orders')}</span>}
          >
            <Marked text={facts} words={text} />
          </Row>
        )
      })
  }
}

const startWithCapital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const State = ({ text, tone }: { text: string; tone: string }) => (
  <span className={`st ${tone}`.trim()}>{text}</span>
)

interface RowProps {
  href: string
  name: string
  state: ReactNode
  children: ReactNode
}

const Row = ({ href, name, state, children }: RowProps) => (
  <li>
    <a href={href} data-row="">
      <b>{name}</b>
      <span>{children}</span>
      {state}
    </a>
  </li>
)

/** A text with the first place marked where the words stand. */
function Marked({ text, words }: { text: string; words: string }) {
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  // Some letters change their length in lower case, and then the places differ.
  if (at < 0 || text.toLowerCase().length !== text.length) return <>{text}</>
  const end = at + words.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
