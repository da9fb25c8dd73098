import { type Order, type OrderChange } from '#contract/order.ts'
import { checkoutMessage } from '../visit/refusal-messages.ts'

interface OpenChangeProps {
  order: Order
  /** The buyer returns from paying. */
  added: boolean
  /** The part of the page: what is not about guests stands with the upgrades. */
  of: 'upgrades' | 'guests'
}

/** The state of the last upgrade or guest that was to be added, if there is something to say. */
export function OpenChange({ order, added, of }: OpenChangeProps) {
  const change = order.changes?.at(-1)
  if (!change || (change.kind === 'guests') !== (of === 'guests')) return null
  const message =
    change.status === 'completed' && added ? describeCompleted(change, order) : describeChange(change)
  if (!message) return null
  return (
    <div className={`alert ${message.tone} mb6`} role="status">
      <h3>{message.title}</h3>
      <p>{message.text}</p>
      {change.payment_url ? (
        <p className="btn-row mt4">
          <a className="btn" href={change.payment_url}>
            Go on to payment
          </a>
        </p>
      ) : null}
    </div>
  )
}

const namesOf = ({ lines }: OrderChange) =>
  lines
    .filter(({ kind }) => kind === 'upgrade')
    .map(({ label }) => label)
    .join(', ')

/** The subject of the change; a rescheduled flight and guests are no upgrades. */
function nameOf(change: OrderChange): string {
  if (change.kind === 'guests') return guestsIn(change) > 1 ? 'Your guests’ seats' : 'Your guest’s seat'
  return change.kind === 'reschedule' ? 'Moving your flight' : namesOf(change)
}

const guestsIn = ({ lines }: OrderChange) =>
  lines.reduce((sum, { kind, quantity }) => (kind === 'seat' ? sum + quantity : sum), 0)

const describeCompleted = (change: OrderChange, { email }: Order) => ({
  tone: 'good',
  title: change.kind === 'guests' ? 'Your party has grown.' : `${namesOf(change)}: added, and paid.`,
  text: `Your updated order is on its way to ${email}.`,
})

function describeChange(change: OrderChange): { tone: string; title: string; text: string } | undefined {
  const what = nameOf(change)
  const isReschedule = change.kind === 'reschedule'
  const declined = change.last_payment_error
  switch (change.status) {
    case 'awaiting_payment':
      if (declined) {
        const text = checkoutMessage({ code: 'invalid', message: declined, errors: {} })
        return { tone: 'bad', title: `${what} is not paid.`, text: `${text} Your order is as it was.` }
      }
      return change.payment_url
        ? {
            tone: 'warn',
            title: `${what} is not paid yet.`,
            text: 'You have not been charged for it, and your order is as it was.',
          }
        : {
            tone: 'warn',
            title: 'Your payment is being confirmed.',
            text: isReschedule
              ? 'Your flight is moved as soon as your bank has said yes.'
              : `${what} is added as soon as your bank has said yes.`,
          }
    case 'returned':
      return {
        tone: 'warn',
        title: isReschedule
          ? 'Your flight could not be moved any more.'
          : `${what} could not be added any more.`,
        text: 'Your payment goes back to your card by itself. Your order is as it was.',
      }
    case 'completed':
    case 'expired':
    case 'superseded':
      return undefined
  }
}
