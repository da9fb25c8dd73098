import { type Approval } from '#contract/approval.ts'
import { describeAct, findRowHref, isSale, nameAct } from './approval-words.ts'

/** Which act it is, for whom, and on what: links to the order, the customer and the changed row. */
export function ApprovalTitle({ approval }: { approval: Approval }) {
  const { order_id: orderId, customer } = approval
  const row = findRowHref(approval)
  const act = nameAct(approval)
  return (
    <>
      {row === null ? act : <a href={row}>{act}</a>}
      {customer === null ? null : (
        <>
          {' for '}
          <a href={`/staff/customers/${String(customer.id)}`}>{customer.name}</a>
        </>
      )}
      {orderId === null ? null : (
        <>
          {', '}
          <a href={`/staff/orders/${String(orderId)}`}>O-{orderId}</a>
        </>
      )}
    </>
  )
}

/** Why, and what else it gives. */
export function ApprovalFacts({ approval, zone }: { approval: Approval; zone: string }) {
  const facts = describeAct(approval, zone)
  return (
    <>
      {approval.reason === null ? null : <p>“{approval.reason}”</p>}
      {facts.length === 0 ? null : <p className="muted">{facts.join(' ')}</p>}
      {isSale(approval) && approval.state === 'waiting' ? (
        <p className="muted">Nothing is sold yet, and no seats are held.</p>
      ) : null}
    </>
  )
}
