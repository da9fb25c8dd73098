import { type ManualRefund } from '#contract/counter.ts'
import { type Comment } from '#contract/comment.ts'
import { type Order } from '#contract/order.ts'
import { type OrderFile } from '#contract/order-file.ts'
import { secondCharge, getTotalLabel } from '../../catalogue/second-charge.ts'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { WhyThisPrice } from '../../selection/order-summary.tsx'
import { RefundList } from '../../payments/refund-list.tsx'
import { Breakdown } from '../../ui/breakdown.tsx'
import { Success } from '../../ui/notice.tsx'
import { OrderHistory } from '../../orders/order-history.tsx'
import { StaffOrderStatusChip } from '../../orders/order-status.tsx'
import { orderTitle, orderZone } from '../../orders/order-title.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { type StaffOrderAnswer } from './handle-order.server.ts'
import { CancelForm, WithdrawForm } from './cancel-form.tsx'
import { GiveVoucherOrCredit, ManualRefunds } from './cash-refunds-and-credit.tsx'
import { type PriceWithCodes } from './applied-codes.ts'
import { OrderDocuments } from './order-documents.tsx'
import { CollectPayment } from './take-payment.tsx'
import { StaffComments } from './comments.tsx'
import { OrderMails, Ledger } from './ledger-and-mails.tsx'
import { RefundForm } from './refund-form.tsx'

interface StaffOrderPageProps {
  order: Order
  comments: Comment[]
  file: OrderFile
  waiting: ManualRefund[]
  /** What came back of which line before. */
  returned: readonly { position: number; quantity: number }[]
  /** Which brand sold it; undefined where there is but one. */
  brand: string | undefined
  /** What the codes of its sale leave to take. */
  coded: PriceWithCodes | undefined
  formKey: string
  /** What was just done. */
  message?: string | undefined
  answer: StaffOrderAnswer | undefined
}

/**
 * One order as the desk works with it: whose it is, what it cost and why, every cent, and what can
 * be done.
 */
export function StaffOrderPage(props: StaffOrderPageProps) {
  const { order, comments, file, waiting, returned, brand, coded, formKey, message, answer } = props
  const zone = orderZone(order)
  const second = secondCharge(order.membership)
  const of = (part: StaffOrderAnswer['part']) => (answer?.part === part ? answer : undefined)
  const failed = (part: StaffOrderAnswer['part']) => of(part)?.failure
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <p className="eyebrow">Order {order.number}</p>
          <h1>{orderTitle(order)}</h1>
        </div>
        <p>
          <StaffOrderStatusChip order={order} />
        </p>
      </div>
      {message ? <Success>{message}</Success> : null}
      {order.waiting_for_answer ? <WaitingNotice order={order} /> : null}
      <div className="desk-cols">
        <div>
          <Facts order={order} brand={brand} zone={zone} />
          <CollectPayment order={order} formKey={formKey} coded={coded} answer={of('counter')} />
          <OrderDocuments order={order} mails={file.mails} />
          <ManualRefunds waiting={waiting} failure={failed('hand_out')} />
          <RefundForm order={order} returned={returned} answer={of('refund')} />
          <WithdrawForm order={order} formKey={formKey} answer={of('cancel')} />
          <CancelForm order={order} answer={of('cancel')} />
          <GiveVoucherOrCredit order={order} formKey={formKey} answer={of('give')} />
          <StaffComments order={order.id} {...{ comments, zone }} refusal={of('comment')?.refusal} />
          <Ledger file={file} zone={zone} />
          <OrderMails file={file} zone={zone} failure={failed('mail')} />
          <div className="desk-part">
            <OrderHistory order={order} />
          </div>
        </div>
        <aside className="desk-side" aria-labelledby="price">
          <div className="card">
            <h2 id="price">What it costs</h2>
            <Breakdown
              rows={breakdownRows(order)}
              total={formatDollars(order.total)}
              totalLabel={getTotalLabel(second, 'Total')}
              second={second}
            />
            {order.lines[0]?.why ? <WhyThisPrice lines={order.lines} /> : null}
            <Tenders order={order} />
            <RefundList refunds={order.refunds} flights={order.flights} />
          </div>
        </aside>
      </div>
    </div>
  )
}

function WaitingNotice({ order }: { order: Order }) {
  return (
    <div className="alert warn mb6" role="status">
      <h2>The departure is called off, and the customer has not chosen yet.</h2>
      <p>They have a link by mail. On the phone you can choose for them.</p>
      <p className="btn-row mt4">
        <a className="btn" href={`/staff/orders/${String(order.id)}/answer`}>
          Choose for the caller
        </a>
      </p>
    </div>
  )
}

function Facts({ order, brand, zone }: { order: Order; brand: string | undefined; zone: string }) {
  return (
    <section className="desk-part" aria-labelledby="facts">
      <h2 id="facts">Who and what</h2>
      <dl className="kv">
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${order.email}`}>{order.email}</a>
        </dd>
        <dt>Phone</dt>
        <dd>{order.phone ?? 'Not given'}</dd>
        {brand === undefined ? null : (
          <>
            <dt>Brand</dt>
            <dd>{brand}</dd>
          </>
        )}
        <dt>Placed</dt>
        <dd>{formatDateTime(order.created_at, zone)}</dd>
        {order.held_until ? (
          <>
            <dt>Seats kept until</dt>
            <dd>{formatDateTime(order.held_until, zone)}</dd>
          </>
        ) : null}
        {order.flights.map((flight) => (
          <FlightFact key={flight.flight_id} flight={flight} />
        ))}
        {order.passengers.length > 0 ? (
          <>
            <dt>Passengers</dt>
            <dd>{order.passengers.map(({ full_name: name }) => name || 'no name yet').join(', ')}</dd>
          </>
        ) : null}
        {order.channel && order.channel !== 'web' ? (
          <>
            <dt>Sold</dt>
            <dd>{order.channel === 'phone' ? 'On the phone' : 'At the counter'}</dd>
          </>
        ) : null}
        <dt>Came by</dt>
        <dd>{order.tag_list.join(', ') || 'Nothing known'}</dd>
      </dl>
    </section>
  )
}

function FlightFact({ flight }: { flight: Order['flights'][number] }) {
  return (
    <>
      <dt>Flight</dt>
      <dd>
        {flight.product_name}, {formatDateTime(flight.depart_at, flight.timezone)}.{' '}
        <a href={`/staff/flights/${String(flight.flight_id)}`}>Manifest</a>
      </dd>
    </>
  )
}

function Tenders({ order }: { order: Order }) {
  if (order.tenders.length === 0) return null
  return (
    <dl className="breakdown">
      {order.tenders.map(({ label, amount }, index) => (
        <div key={`${String(index)} ${label}`}>
          <dt>{label}</dt>
          <dd>{formatDollars(amount)}</dd>
        </div>
      ))}
    </dl>
  )
}
