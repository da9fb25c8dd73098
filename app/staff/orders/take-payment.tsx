import { type ReactNode } from 'react'
import { inPersonMeans, type InPersonMethod, inPersonMethods } from '#contract/means-of-payment.ts'
import { type Order } from '#contract/order.ts'
import { type OrderFile } from '#contract/order-file.ts'
import { type OrderTexting } from '#contract/text.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { Check } from '../../ui/check.tsx'
import { breakdownRows } from '../../catalogue/breakdown-rows.ts'
import { Breakdown } from '../../ui/breakdown.tsx'
import { Field } from '../../ui/field.tsx'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type PlainForm, plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { type PriceWithCodes, NO_CODES } from './applied-codes.ts'
import { orderZone } from '../../orders/order-title.ts'
import { formatDateTime } from '../../format/date-time.ts'
import { type StaffOrderAnswer } from './handle-order.server.ts'
import { BalanceDueForm } from './balance-due-form.tsx'
import { BalancePaymentForm } from './balance-payment-form.tsx'
import { MeansForm } from './means-form.tsx'
import {
  BALANCE_PAYMENT_SHAPE,
  CODES_SHAPE,
  type InPersonField,
  inPersonShape,
  PAY_LINK_SHAPE,
} from './order-forms.ts'
import { type TenderCodes } from '../../visit/session.server.ts'

export interface InPersonPartProps {
  order: Order
  /** Idempotency key of the page's forms. */
  formKey: string
  /** The refusal of this part's last form, with its submitted values. */
  answer: StaffOrderAnswer | undefined
}

interface CollectPaymentProps extends InPersonPartProps {
  texting: OrderTexting
  /** The link that works now. */
  link: OrderFile['payment_link']
  /** The price of the order with the codes of its sale. */
  coded: PriceWithCodes | undefined
}

/** The price with the codes that were just typed, or else with those of the sale. */
export const findCoded = (
  sold: PriceWithCodes | undefined,
  answer: StaffOrderAnswer | undefined,
): PriceWithCodes | undefined => answer?.coded ?? (answer === undefined ? sold : undefined)

/**
 * Collects the payment of an unpaid order: at the counter, with codes, or by a link sent to the
 * customer.
 */
export function CollectPayment(props: CollectPaymentProps) {
  const { order, formKey, coded: sold, answer } = props
  const coded = findCoded(sold, answer)
  const codes = coded?.codes ?? NO_CODES
  const refusal = answer?.refusal
  const due = coded ? coded.quote.amount_due : order.amount_due
  const all = { part: (due ?? 0).toFixed(2) }
  const tills = inPersonMethods.map((method) => ({
    method,
    form: plainForm(inPersonShape(method), refusal, all),
  }))
  const linking = plainForm(PAY_LINK_SHAPE, refusal, all)
  const typedCodes = [...codes.gift_card_codes, ...codes.vouchers].join(' ')
  const coding = plainForm(CODES_SHAPE, refusal, { codes: typedCodes })
  const isSold = order.status === 'partially_paid'
  if (order.status !== 'awaiting_payment' && !isSold) return null
  const path = `/staff/orders/${String(order.id)}`
  const ways: string[] = [...tills.map(({ method }) => method), BALANCE_PAYMENT_SHAPE.id, PAY_LINK_SHAPE.id]
  const opened = ways.find((way) => way === refusal?.form) ?? ways[0]
  // A sold order has every way to pay at once, and they are long on a phone.
  const foldOf = (way: string) => (isSold ? { open: way === opened } : undefined)
  const linkForms =
    due === null ? null : (
      <LinkForms
        {...{ due, path }}
        email={order.email}
        texting={props.texting}
        form={linking}
        folded={foldOf(PAY_LINK_SHAPE.id)}
      />
    )
  return (
    <section className="desk-part" aria-labelledby="counter">
      <h2 id="counter">
        {due === null ? 'Nothing is left to take' : isSold ? 'Take a payment' : `Take ${formatDollars(due)}`}
      </h2>
      {isSold ? <DueFigures order={order} /> : null}
      {isSold ? <BalanceDueForm order={order} refusal={refusal} /> : null}
      {tills.map(({ method, form }) => (
        <FormErrors key={method} form={form} />
      ))}
      <FormErrors form={coding} />
      <FormErrors form={linking} />
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
        <Folds when={isSold}>
          {tills.map((till) => (
            <InPersonPaymentForm
              key={till.method}
              {...{ due, codes, formKey, path, ...till }}
              folded={foldOf(till.method)}
            />
          ))}
          {isSold ? <BalancePaymentForm {...{ order, formKey, refusal }} /> : null}
          {isSold ? linkForms : null}
        </Folds>
      )}
      {isSold ? null : (
        <MeansForm id="by-code" title="By gift card or voucher" path={path} form={coding} folded={undefined}>
          <TextField field={coding.fields.codes} autoComplete="off" maxLength={2000} />
          <button type="submit" className="btn second small" name="intent" value="codes">
            Show what they leave
          </button>
        </MeansForm>
      )}
      {isSold ? null : linkForms}
      {props.link ? <LinkToCopy link={props.link} zone={orderZone(order)} /> : null}
    </section>
  )
}

const Folds = ({ when: folded, children }: { when: boolean; children: ReactNode }) =>
  folded ? <div className="acts">{children}</div> : children

/** What the parts have paid, and what is left. */
function DueFigures({ order }: { order: Order }) {
  const { total, amount_paid: paid, amount_due: due, balance_due_at: dueAt, tenders } = order
  const parts = tenders.filter(({ kind }) => kind === 'card').length
  return (
    <>
      <dl className="sums">
        <div>
          <dt>Total</dt>
          <dd>{formatDollars(total)}</dd>
        </div>
        <div>
          <dt>Paid in {parts === 1 ? '1 part' : `${String(parts)} parts`}</dt>
          <dd>{formatDollars(paid)}</dd>
        </div>
        <div className="tot">
          <dt>
            <b>Left to pay</b>
          </dt>
          <dd className="num">{formatDollars(due ?? 0)}</dd>
        </div>
      </dl>
      <p className="muted">
        {dueAt === null ? 'It is due now.' : `Due ${formatDateTime(dueAt, orderZone(order))}.`} The seats are
        sold: nothing ends by itself.
      </p>
    </>
  )
}

interface LinkFormsProps {
  due: number
  path: string
  email: string | null
  texting: OrderTexting
  form: PlainForm<'part' | 'text_consent'>
  folded: { open: boolean } | undefined
}

/** A link for all that is due or a part of it, by mail or by text. */
function LinkForms({ due, path, email, texting, form, folded }: LinkFormsProps) {
  const byText = texting.number !== null && texting.words !== null && texting.state !== 'stopped'
  const isReachable = byText && texting.state !== 'unreachable'
  if (email === null && !isReachable) return <TextWays texting={texting} />
  return (
    <MeansForm id="by-link" title="By a link" {...{ path, form, folded }}>
      <input type="hidden" name="due" value={due} />
      <TextField field={form.fields.part} inputMode="decimal" autoComplete="off" />
      {email === null ? null : (
        <button type="submit" className="btn second small" name="intent" value="payment_link">
          Mail {email} a link to pay
        </button>
      )}
      <TextWays texting={texting} />
    </MeansForm>
  )
}

/** The link itself, for a chat or a mail of one's own, and whether the customer has followed it. */
function LinkToCopy({ link, zone }: { link: NonNullable<OrderFile['payment_link']>; zone: string }) {
  const { url, until, opened_at: opened } = link
  const state = opened === null ? 'Not opened yet.' : `Opened ${formatDateTime(opened, zone)}.`
  return (
    <Field
      id="link-to-copy"
      name="link_to_copy"
      label="The link to pay, to copy"
      hint={`${state} It works until ${formatDateTime(until, zone)}.`}
      value={url}
      readOnly
    />
  )
}

/** Texts the link to the order's number, once the customer has agreed to texts. */
function TextWays({ texting: { state, number, words } }: { texting: OrderTexting }) {
  if (state === 'stopped') return <p className="muted sm">They answered STOP: no texts to {number}.</p>
  if (state === 'unreachable') return <p className="muted sm">{number} gets no texts.</p>
  if (number === null || words === null) return null
  return (
    <>
      {state === 'agreed' ? null : (
        <Check
          id="text_consent"
          name="text_consent"
          value={words}
          label={`Read this out, and they agree: “${words}”`}
        />
      )}
      <button type="submit" className="btn second small" name="intent" value="payment_text">
        Text {number} a link to pay
      </button>
    </>
  )
}

/** Sends the codes with the payment; before that they are not charged. */
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

interface TillProps {
  method: InPersonMethod
  form: PlainForm<InPersonField>
  due: number
  codes: TenderCodes
  formKey: string
  path: string
  folded: { open: boolean } | undefined
}

/** The form for one means of payment. */
function InPersonPaymentForm({ method, form, due, codes, formKey, path, folded }: TillProps) {
  const { form: label, button, drawer, reference } = inPersonMeans(method)
  return (
    <MeansForm
      id={`by-${method}`}
      title={label}
      to={drawer ? <a href="/staff/drawer">Your drawer</a> : null}
      {...{ path, form, folded }}
    >
      <CodeFields codes={codes} />
      <input type="hidden" name="due" value={due} />
      <input type="hidden" name="key" value={`${method} ${formKey}`} />
      <TextField field={form.fields.part} inputMode="decimal" autoComplete="off" />
      {drawer ? <TextField field={form.fields.handed} inputMode="decimal" /> : null}
      {reference ? (
        <TextField field={form.fields[reference.field]} maxLength={80} autoComplete="off" />
      ) : null}
      <button type="submit" className={inPersonButton(method)} name="intent" value={method}>
        {button}
      </button>
    </MeansForm>
  )
}

/** The label of a payment's button; the first means is the usual one. */
export const inPersonButton = (method: InPersonMethod): string =>
  method === inPersonMethods[0] ? 'btn small' : 'btn second small'
