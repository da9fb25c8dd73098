import { inPersonMeans, type InPersonMethod, inPersonMethods } from '#contract/means-of-payment.ts'
import { type Order } from '#contract/order.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { Breakdown } from '../../ui/breakdown.tsx'
import { Field } from '../../ui/field.tsx'
import { Failure } from '../../ui/notice.tsx'
import { type PriceWithCodes, NO_CODES } from './applied-codes.ts'
import { orderZone } from '../../orders/order-title.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { type InPersonFormValues, type StaffOrderAnswer } from './handle-order.server.ts'
import { type TypedReferences } from './typed-references.ts'
import { type TenderCodes } from '../../visit/session.server.ts'

export interface InPersonPartProps {
  order: Order
  /** Of the page: what is pressed twice is done once. */
  formKey: string
  /** Why this part's last form was refused, and what was typed into it. */
  answer: StaffOrderAnswer | undefined
}

interface CollectPaymentProps extends InPersonPartProps {
  /** What the codes of its sale leave to take. */
  coded: PriceWithCodes | undefined
}

/**
 * What an unpaid order waits for: money at the counter beside what codes pay, or a link in its
 * customer's mailbox.
 */
export function CollectPayment({ order, formKey, coded: sold, answer }: CollectPaymentProps) {
  if (order.status !== 'awaiting_payment') return null
  const coded = answer?.coded ?? (answer === undefined ? sold : undefined)
  const due = coded ? coded.quote.amount_due : order.amount_due
  const codes = coded?.codes ?? NO_CODES
  return (
    <section className="desk-part" aria-labelledby="counter">
      <h2 id="counter">{due === null ? 'Nothing is left to take' : `Take ${formatDollars(due)}`}</h2>
      <Failure text={answer?.failure} />
      {order.held_until ? (
        <p className="muted">
          {order.kind === 'gift_cards' ? 'The price is kept' : 'The seats are kept'} until{' '}
          {formatDateTime(order.held_until, orderZone(order))}.
        </p>
      ) : null}
      {coded ? (
        <Breakdown rows={breakdownRows(coded.quote)} total={formatDollars(coded.quote.total)} />
      ) : null}
      {due === null ? (
        <form method="post" action="#counter" className="desk-find">
          <CodeFields codes={codes} />
          <input type="hidden" name="key" value={`codes ${formKey}`} />
          <button type="submit" className="btn small" name="intent" value="codes_pay">
            Complete the order
          </button>
        </form>
      ) : (
        <Tills due={due} codes={codes} formKey={formKey} typed={answer?.counter} />
      )}
      <form method="post" action="#counter" className="desk-find" aria-label="By gift card or voucher">
        <Field
          id="codes"
          name="codes"
          label="Codes of gift cards or vouchers"
          autoComplete="off"
          maxLength={2000}
          defaultValue={answer?.counter?.codes || [...codes.gift_card_codes, ...codes.vouchers].join(' ')}
        />
        <button type="submit" className="btn second small" name="intent" value="codes">
          Show what they leave
        </button>
      </form>
      {due === null ? null : (
        <form method="post" action="#counter" className="desk-find">
          <button type="submit" className="btn second small" name="intent" value="payment_link">
            Mail {order.email} a link to pay
          </button>
        </form>
      )}
    </section>
  )
}

/** They go with the money: nothing is taken of them before. */
function CodeFields({ codes }: { codes: TenderCodes }) {
  return (
    <>
      {codes.gift_card_codes.map((code) => (
        <input key={code} type="hidden" name="gift_card_code" value={code} />
      ))}
      {codes.vouchers.map((code) => (
        <input key={code} type="hidden" name="voucher_code" value={code} />
      ))}
    </>
  )
}

/** The number that proves a payment; nothing for a means without one. */
export function ReferenceField({
  method,
  typed,
}: {
  method: InPersonMethod
  typed: TypedReferences | undefined
}) {
  const { reference } = inPersonMeans(method)
  return reference ? (
    <Field
      id={reference.field}
      name={reference.field}
      label={reference.label}
      maxLength={80}
      autoComplete="off"
      defaultValue={typed?.[method]}
    />
  ) : null
}

/** The first is the usual one. */
export const inPersonButton = (method: InPersonMethod): string =>
  method === inPersonMethods[0] ? 'btn small' : 'btn second small'

interface TillsProps {
  due: number
  codes: TenderCodes
  formKey: string
  typed: InPersonFormValues | undefined
}

/** One form for each means that staff take. */
function Tills({ due, codes, formKey, typed }: TillsProps) {
  return inPersonMethods.map((method) => {
    const { form, button, drawer } = inPersonMeans(method)
    return (
      <form key={method} method="post" action="#counter" className="desk-find" aria-label={form}>
        <CodeFields codes={codes} />
        <input type="hidden" name="due" value={due} />
        <input type="hidden" name="key" value={`${method} ${formKey}`} />
        {drawer ? (
          <Field
            id="handed"
            name="handed"
            label="Cash handed over, in dollars"
            inputMode="decimal"
            defaultValue={typed?.handed}
          />
        ) : null}
        <ReferenceField method={method} typed={typed?.references} />
        <button type="submit" className={inPersonButton(method)} name="intent" value={method}>
          {button}
        </button>
      </form>
    )
  })
}
