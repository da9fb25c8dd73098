// Reaches the browser: nothing that checks belongs here.
import { ELSEWHERE, PAYMENT_LABELS } from '../payments/pay-fields.ts'
import { type FormShape } from '../ui/form/form-shape.ts'

/**
 * The form that sells gift cards. The choice of cards and the payment area show their errors
 * themselves.
 */
export const GIFT_SHAPE = {
  id: 'gift',
  labels: {
    fare: null,
    quantity: 'Quantity',
    code: null,
    recipient_email: 'Recipient Email',
    message: 'Message',
    send_on: 'Send on',
    email: 'Email',
    phone: 'Phone',
    ...PAYMENT_LABELS,
  },
  elsewhere: ['fare', ...ELSEWHERE],
} as const satisfies FormShape
