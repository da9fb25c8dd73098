import {
  inPersonMeans,
  type InPersonMethod,
  inPersonMethods,
  type ReferenceField,
} from '#contract/means-of-payment.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'
import { ON_MANIFEST } from '../parts/note-form.ts'

export const COMMENT_SHAPE = {
  id: 'comment',
  labels: { body: 'Comment', public: 'Show it to the customer', on_manifest: ON_MANIFEST },
} as const satisfies FormShape

export const EMAIL_SHAPE = {
  id: 'email',
  labels: { email: 'E-mail, if they give one' },
  fieldId: () => 'add-email',
} as const satisfies FormShape

export const TICKET_TEXT_SHAPE = {
  id: 'ticket-text',
  labels: { phone: 'Their phone', text_consent: 'They agree to texts' },
  fieldId: (name) => `ticket-${name}`,
} as const satisfies FormShape

export const WITHDRAW_SHAPE = {
  id: 'withdraw',
  labels: { reason: 'Reason for cancelling' },
  fieldId: (name) => `withdraw-${name}`,
} as const satisfies FormShape

export const CANCEL_SHAPE = {
  id: 'cancel',
  labels: {
    stays: 'Who stays home',
    how: 'What comes back',
    amount: 'That amount in dollars',
    gift_cards: 'With that amount, the gift cards come back too',
    reason: 'Reason for cancelling',
  },
  fieldId: (name) => `cancel-${name}`,
} as const satisfies FormShape

type QuantityName = `quantity-${number}`

/** The field for how many units of a line are refunded. */
export const quantityName = (position: number): QuantityName => `quantity-${position}`

const REFUND_IDS: Readonly<Record<string, string>> = {
  how: 'refund-how',
  line: 'refund-how',
  flight: 'refund-flight',
  stays: 'refund-stays',
}

export type RefundField =
  'how' | 'seat_line' | 'line' | 'flight' | 'stays' | 'amount' | 'reason' | QuantityName

/** @param positions of the lines that have a field for the quantity to refund */
export const refundShape = (positions: readonly number[]): FormShape<RefundField> => ({
  id: 'refund',
  labels: {
    how: 'How much',
    seat_line: null,
    line: 'How much',
    ...Object.fromEntries(positions.map((one) => [quantityName(one), null])),
    flight: 'Seats among them come back on',
    stays: 'Who stays home',
    amount: 'Amount in dollars',
    reason: 'Reason',
  },
  fieldId: (name) => REFUND_IDS[name] ?? name,
})

export type InPersonField = 'part' | 'handed' | ReferenceField

const PART_LABEL = 'Amount, in dollars'

const labelsOf = (method: InPersonMethod): Partial<Record<InPersonField, string>> => {
  const { drawer, reference } = inPersonMeans(method)
  const number = reference ? { [reference.field]: reference.label } : {}
  const cash = drawer ? { handed: 'Cash handed over, in dollars' } : {}
  return { part: PART_LABEL, ...cash, ...number }
}

/** The form of one means of payment that staff take. */
export const inPersonShape = (method: InPersonMethod) => ({
  id: method,
  labels: labelsOf(method) as Record<InPersonField, string>,
  fieldId: (name: string) => (name === 'part' ? `${method}-part` : name),
})

export const PAY_LINK_SHAPE = {
  id: 'pay-link',
  labels: { part: PART_LABEL, text_consent: 'They agree to texts' },
  fieldId: (name) => (name === 'part' ? 'link-part' : name),
} as const satisfies FormShape

/** The reference fields of all means of payment, because a reschedule has them in one form. */
export const REFERENCE_LABELS = Object.fromEntries(
  inPersonMethods.flatMap((method) => {
    const { reference } = inPersonMeans(method)
    return reference ? [[reference.field, reference.label]] : []
  }),
) as Record<ReferenceField, string>

/** Gift cards and credit for a later part. */
export const BALANCE_PAYMENT_SHAPE = {
  id: 'balance-payment',
  labels: { codes: 'Codes of gift cards', credit: 'Of the customer’s credit, in dollars' },
  fieldId: (name) => `balance-${name}`,
} as const satisfies FormShape

/** Empty for the check-in. */
export const BALANCE_DUE_SHAPE = {
  id: 'balance-due',
  labels: { balance_due_at: 'Rest due by, at the terminal' },
} as const satisfies FormShape

export const CODES_SHAPE = {
  id: 'codes',
  labels: { codes: 'Codes of gift cards or vouchers' },
} as const satisfies FormShape

const GIVE_LABELS = {
  amount: 'Amount in dollars',
  type: 'Reason type',
  description: 'Description',
} as const

export const VOUCHER_SHAPE = {
  id: 'voucher',
  labels: GIVE_LABELS,
  fieldId: (name) => `voucher-${name}`,
} as const satisfies FormShape

export const CREDIT_SHAPE = {
  id: 'credit',
  labels: GIVE_LABELS,
  fieldId: (name) => `credit-${name}`,
} as const satisfies FormShape

export const RESCHEDULE_SHAPE = {
  id: 'move',
  labels: {
    departure: null,
    who: null,
    waive: 'Take no fee',
    credit: 'Use the customer’s credit',
    reason: 'Reason',
    ...REFERENCE_LABELS,
  },
} as const satisfies FormShape<'departure' | 'who' | 'waive' | 'credit' | 'reason' | ReferenceField>
