import { type LinkedReceipt, type ReceiptCompany } from '#contract/receipt.ts'
import { formatDollars } from '../format/format-dollars.ts'
import { formatDayAndYear, formatTime, toLocalDate } from '../format/local-time.ts'
import { secondCharge } from '../catalogue/second-charge.ts'
import { type FormAnswer } from '../ui/form/form-shape.ts'
import { PartyCode } from '../passengers/party-code.tsx'
import { CompanyForm } from './company-form.tsx'
import { receiptHref } from './receipt-link.tsx'

type Line = LinkedReceipt['order']['lines'][number]

interface ReceiptPageProps {
  receipt: LinkedReceipt
  /** The visitor is its buyer, who may enter a company. */
  own: boolean
  answer: FormAnswer | undefined
}

/** A receipt as it is printed: one sheet of paper. The form for the company is not on it. */
export function ReceiptPage({ receipt, own, answer }: ReceiptPageProps) {
  const { order, seller } = receipt
  const day = (instant: string) => formatDayAndYear(toLocalDate(instant, seller.timezone))
  return (
    <div className="wrap section receipt-page">
      {own ? (
        <p className="no-print mb5">
          <a href={`/order-confirmation?order_id=${String(order.id)}`}>Back to your order</a>
        </p>
      ) : null}
      <article className="receipt" aria-labelledby="receipt">
        <header className="receipt-head">
          <div>
            <p className="receipt-brand">{seller.name}</p>
            <p className="muted">
              {seller.legal_name}
              {seller.address ? <span className="line">{seller.address}</span> : null}
              <span className="line">
                {seller.phone} · {seller.email}
              </span>
            </p>
          </div>
          <div>
            <h1 id="receipt">Receipt</h1>
            <dl className="receipt-facts">
              <Fact name="Number">{receipt.number}</Fact>
              <Fact name="Date">{day(receipt.issued_at)}</Fact>
              <Fact name="Order">{order.number}</Fact>
            </dl>
          </div>
        </header>
        <MadeOutTo receipt={receipt} />
        {order.flights.map((flight) => (
          <p key={flight.flight_id}>
            {flight.product_name}, {formatDayAndYear(flight.local_date)}, {formatTime(flight.local_time)}{' '}
            {flight.timezone_label}, {flight.terminal_name}
          </p>
        ))}
        <Lines lines={order.lines} tax={order.tax} total={order.total} />
        <Money receipt={receipt} day={day} />
        <Membership membership={order.membership} />
        <PartyCode url={receipt.party_url} />
      </article>
      <div className="btn-row mt5 no-print">
        <button type="button" className="btn" data-print hidden>
          Print receipt
        </button>
      </div>
      {own ? (
        <CompanyForm orderId={order.id} company={receipt.company} answer={answer} />
      ) : (
        <p className="mt5 sm muted no-print">
          Whoever has this address sees this receipt. To put a company on it,{' '}
          <a href={`/account?next=${encodeURIComponent(receiptHref(order))}`}>log in</a>.
        </p>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function MadeOutTo({ receipt: { company, order } }: { receipt: LinkedReceipt }) {
  return (
    <section className="receipt-to" aria-labelledby="made-out-to">
      <h2 className="flabel" id="made-out-to">
        Made out to
      </h2>
      {company ? <Company {...company} /> : <p>{order.passengers[0]?.full_name}</p>}
      {order.email === null ? null : <p className="muted">{order.email}</p>}
    </section>
  )
}

function Company({ name, address, tax_id: taxId }: ReceiptCompany) {
  return (
    <p>
      {name}
      {address.split(/\r?\n/).map((line, at) => (
        <span className="line" key={at}>
          {line}
        </span>
      ))}
      {taxId ? <span className="line">Tax ID {taxId}</span> : null}
    </p>
  )
}

/** The items, then fees and taxes separately, then the total. The service computes all amounts. */
function Lines({ lines, tax, total }: { lines: readonly Line[]; tax: number; total: number }) {
  const of = (...kinds: Line['kind'][]) => lines.filter(({ kind }) => kinds.includes(kind))
  return (
    <table className="receipt-lines">
      <thead>
        <tr>
          <th scope="col">Description</th>
          <th scope="col">Quantity</th>
          <th scope="col">Each</th>
          <th scope="col">Amount</th>
        </tr>
      </thead>
      <tbody>
        {of('seat', 'flight', 'gift_card', 'upgrade', 'gift', 'discount', 'voucher').map(renderLine)}
      </tbody>
      <tbody>
        <tr className="receipt-group">
          <th scope="rowgroup" colSpan={4}>
            Fees and taxes
          </th>
        </tr>
        {of('fee').map(renderLine)}
        {of('tax').map(renderLine)}
        {tax === 0 ? (
          <tr>
            <th scope="row">Taxes</th>
            <td />
            <td />
            <td>{formatDollars(0)}</td>
          </tr>
        ) : null}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total in US dollars</th>
          <td />
          <td />
          <td>{formatDollars(total)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

const renderLine = ({ label, detail, quantity, unit_amount: unit, amount }: Line, at: number) => (
  <tr key={at}>
    <th scope="row">
      {label}
      {detail ? <small className="line muted">{detail}</small> : null}
    </th>
    <td>{quantity}</td>
    <td>{formatDollars(unit)}</td>
    <td>{formatDollars(amount)}</td>
  </tr>
)

function Money({ receipt, day }: { receipt: LinkedReceipt; day: (instant: string) => string }) {
  const { order, paid, returned, kept } = receipt
  const paying = order.tenders.filter(({ kind }) => kind === 'card' || kind === 'credit')
  const given = order.refunds.filter(({ to }) => to.length > 0)
  return (
    <section aria-labelledby="paid-with">
      <h2 className="flabel" id="paid-with">
        Payment
      </h2>
      <dl className="breakdown receipt-money">
        {paying.map(({ label, amount }, at) => (
          <Row key={`paid ${String(at)}`} name={label} amount={amount} />
        ))}
        {given.flatMap(({ id, at, to }) =>
          to.map((part, index) => (
            <Row
              key={`back ${String(id)} ${String(index)}`}
              name={`Returned to ${part.label} on ${day(at)}`}
              amount={-part.amount}
            />
          )),
        )}
        <div className="rule">
          <dt>{returned > 0 ? 'Paid, after what was returned' : 'Paid'}</dt>
          <dd>
            <strong>{formatDollars(returned > 0 ? kept : paid)}</strong>
          </dd>
        </div>
      </dl>
    </section>
  )
}

/**
 * The other charge has its own invoice: it is named here, but is not part of this receipt's total.
 */
function Membership({ membership }: Pick<LinkedReceipt['order'], 'membership'>) {
  const second = secondCharge(membership)
  if (!second) return null
  return (
    <section aria-labelledby="charged-apart">
      <h2 className="flabel" id="charged-apart">
        Charged apart
      </h2>
      <dl className="breakdown receipt-money">
        <div>
          <dt>
            {second.label}
            <small>{second.detail}. It has an invoice of its own.</small>
          </dt>
          <dd>{second.amount}</dd>
        </div>
      </dl>
    </section>
  )
}

const Row = ({ name, amount }: { name: string; amount: number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{formatDollars(amount)}</dd>
  </div>
)
