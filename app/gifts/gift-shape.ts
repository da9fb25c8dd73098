// Reaches the browser: nothing that checks belongs here.
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
    tenders: null,
    card: null,
    terms_and_conditions: null,
  },
  elsewhere: ['fare', 'quantity', 'code', 'tenders', 'card', 'terms_and_conditions'],
} as const satisfies FormShape
