import { type OrderMailing, type OrderMailingKind } from '#contract/order-mailing.ts'
import { type OrderSummary } from '#contract/order-list.ts'
import { orderPerson } from '../../orders/order-title.ts'
import { Failure } from '../../ui/notice.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { StaffTable } from '../parts/staff-table.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { LEFT_OUT, MAILINGS, summariseMailing } from './mailing-words.ts'
import { NO_EMAIL } from '../parts/customer-name.ts'

interface MailingPageProps {
  kind: OrderMailingKind
  mailing: OrderMailing
  orders: readonly OrderSummary[]
  /** The list that they were chosen from. */
  back: string
  formKey: string
  failure: string | undefined
}

/** Shows who gets a mail and who is left out, before anything is sent. */
export function MailingPage({ kind, mailing, orders, back, formKey, failure }: MailingPageProps) {
  const words = MAILINGS[kind]
  const goes = mailing.orders.filter(({ left_out: reason }) => reason === null)
  const stays = mailing.orders.filter(({ left_out: reason }) => reason !== null)
  const names = new Map(orders.map((order) => [order.id, orderPerson(order)]))
  return (
    <div className="wrap desk">
      <StaffPageTitle href={back} above="Orders" about={words.about}>
        {words.title}
      </StaffPageTitle>
      <Failure text={failure} />
      {mailing.orders.length === 0 ? (
        <NothingHere what="No order is chosen.">
          Tick orders in the list, or all that the filter finds, and press again.
        </NothingHere>
      ) : (
        <>
          <p role="status">
            <strong>{summariseMailing(mailing)}</strong> Nothing is sent yet. Money and flights stay as they
            are.
          </p>
          {goes.length === 0 ? null : (
            <form method="post">
              <input type="hidden" name="key" value={formKey} />
              <input type="hidden" name="kind" value={kind} />
              {mailing.orders.map(({ order_id: id }) => (
                <input key={id} type="hidden" name="order" value={id} />
              ))}
              <button type="submit" className="btn">
                {words.button(goes.length)}
              </button>
            </form>
          )}
          <MailingPart id="goes" title="Who gets it" rows={goes} names={names} />
          <MailingPart id="stays" title="Left out" rows={stays} names={names} />
        </>
      )}
    </div>
  )
}

interface MailingPartProps {
  id: string
  title: string
  rows: OrderMailing['orders']
  names: ReadonlyMap<number, string>
}

function MailingPart({ id, title, rows, names }: MailingPartProps) {
  if (rows.length === 0) return null
  const isLeftOut = rows.some(({ left_out: reason }) => reason !== null)
  return (
    <section className="desk-part" aria-labelledby={id}>
      <h2 id={id}>
        {title}: {rows.length}
      </h2>
      <StaffTable
        label={`Table: ${title}`}
        heads={isLeftOut ? ['Order', 'E-mail', 'Why'] : ['Order', 'E-mail']}
        caption={title}
        stacked
      >
        {rows.map((row) => (
          <tr key={row.order_id}>
            <th scope="row">
              <a href={`/staff/orders/${String(row.order_id)}`}>{names.get(row.order_id) ?? row.number}</a>
              <small>{row.number}</small>
            </th>
            <td>{row.left_out === 'no_email' ? NO_EMAIL : row.to}</td>
            {row.left_out === null ? null : <td>{LEFT_OUT[row.left_out]}</td>}
          </tr>
        ))}
      </StaffTable>
    </section>
  )
}
