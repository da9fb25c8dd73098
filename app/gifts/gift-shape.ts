// Reaches the browser: nothing that checks belongs here.
import { ELSEWHERE, PAYMENT_LABELS } from '../payments/pay-fields.ts'
import { type FormShape } from '../ui/form/form-shape.ts'

/**
 * The page that sells gift cards. What is chosen and how it is paid say themselves what is wrong
 * with them.
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
