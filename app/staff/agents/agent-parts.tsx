import { type Agent, type AgentOrder, type AgentStatement } from '#contract/agent.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatPercent } from '../../format/format-percent.ts'
import { formatZone } from '../../format/local-time.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { DateTimeCell } from '../parts/date-time.tsx'
import { Figure } from '../parts/figure.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { monthText, ORDER_STATES, owedText, statementState } from './agent-words.ts'

/** What an agent has of the current month, and what is owed. */
export const AgentFigures = ({ agent }: { agent: Agent }) => (
  <dl className="figs">
    <Figure name={`Sold in ${monthText(agent.month)}`} text={formatDollars(agent.sold)}>
      {agent.orders === 1 ? 'One order' : `${String(agent.orders)} orders`}, with fees and tax
    </Figure>
    <Figure name="Commission" text={formatPercent(agent.percent)}>
      of flights without fees and tax, once they have flown
    </Figure>
    <Figure name="Owed" text={formatDollars(agent.owed)}>
      {owedText(agent.owed)}
    </Figure>
  </dl>
)

interface AgentLinkProps {
  link: string
  /** The name of the shop that it opens. */
  shop: string
  ended: boolean
}

/** The agent's own link, to copy, to scan and to put up on paper: the page prints nothing else. */
export const AgentLink = ({ link, shop, ended }: AgentLinkProps) => (
  <section className="desk-part agent-link" aria-labelledby="link">
    <h2 id="link" className="no-print">
      The link
    </h2>
    {ended ? (
      <p className="muted">It still opens the shop, but new orders through it are nobody’s.</p>
    ) : (
      <>
        <p className="only-print agent-invite">{shop}: scan the code to see the flights and to book.</p>
        <p>
          <a href={link}>{link}</a>
        </p>
        <p className="sm muted no-print">
          Whoever opens it and buys within thirty days is theirs. <code>affiliate=…</code> works on every page
          of the shop.
        </p>
        <QrCode text={link} label="The link, to be scanned" />
        <p className="no-print">
          <button type="button" className="btn second small" data-print hidden>
            Print it as a sheet
          </button>
        </p>
      </>
    )}
  </section>
)

interface OrdersProps {
  orders: readonly AgentOrder[]
  zone: string
  /** Staff open the order. */
  linked: boolean
}

/** The last orders of an agent with their commission. */
export function AgentOrders({ orders, zone, linked }: OrdersProps) {
  return (
    <section className="desk-part" aria-labelledby="orders">
      <h2 id="orders">Orders</h2>
      {orders.length === 0 ? (
        <NothingHere what="None so far.">They stand here as soon as they are paid.</NothingHere>
      ) : (
        <StaffTable
          label="Orders"
          stacked
          caption="The last orders, the newest first"
          figures={['Flights', 'Commission']}
          heads={['Order', 'Flight', 'Leaves', 'State', 'Flights', 'Commission']}
        >
          {orders.map((order) => (
            <tr key={order.id}>
              <th scope="row">
                {linked ? <a href={`/staff/orders/${String(order.id)}`}>{order.buyer}</a> : order.buyer}
                <small>{`O-${String(order.id)}`}</small>
              </th>
              <td data-label="Flight">{order.flight}</td>
              <td data-label="Leaves">
                <DateTimeCell at={order.departs_at} zone={order.timezone ?? zone} />
                {order.departs_at === null || order.timezone === null || order.timezone === zone ? null : (
                  <small>{formatZone(order.departs_at, order.timezone)}</small>
                )}
              </td>
              <td data-label="State">
                <StaffState shape={ORDER_STATES[order.state].shape}>
                  {ORDER_STATES[order.state].text}
                </StaffState>
              </td>
              <td className="figure" data-label="Flights">
                {formatDollars(order.sold)}
              </td>
              <td className="r" data-label="Commission">
                {formatDollars(order.commission)}
                <small>
                  {formatPercent(order.percent)}
                  {order.stated === 0 ? '' : `, ${formatDollars(order.stated)} stated`}
                </small>
              </td>
            </tr>
          ))}
        </StaffTable>
      )}
      <p className="sm muted">
        The last fifty. Commission is earned when all flights of an order have flown; what is refunded takes
        its part back.
      </p>
    </section>
  )
}

interface StatementsProps {
  statements: readonly AgentStatement[]
  /** Where the pages of statements are. */
  path: string
  zone: string
}

/** All statements of an agent. */
export function AgentStatements({ statements, path, zone }: StatementsProps) {
  return (
    <section className="desk-part" aria-labelledby="statements">
      <h2 id="statements">Statements</h2>
      {statements.length === 0 ? (
        <NothingHere what="None so far.">
          One is made at the start of each month with what flew in the month before.
        </NothingHere>
      ) : (
        <StaffTable
          label="Statements"
          stacked
          caption="Statements, the newest first"
          figures={['Commission', 'To be paid']}
          heads={['Month', 'Commission', 'To be paid', 'State']}
        >
          {statements.map((statement) => {
            const state = statementState(statement)
            return (
              <tr key={statement.id}>
                <th scope="row">
                  <a href={`${path}/${String(statement.id)}`}>{monthText(statement.month)}</a>
                  <small>No. {statement.number}</small>
                </th>
                <td className="figure" data-label="Commission">
                  {formatDollars(statement.earned)}
                </td>
                <td className="r" data-label="To be paid">
                  {formatDollars(statement.payable)}
                </td>
                <td data-label="State">
                  <StaffState shape={state.shape}>{state.text}</StaffState>
                  {statement.paid_at === null ? null : (
                    <small>
                      <DateTimeCell at={statement.paid_at} zone={zone} />
                    </small>
                  )}
                </td>
              </tr>
            )
          })}
        </StaffTable>
      )}
    </section>
  )
}
