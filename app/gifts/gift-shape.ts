// This file is part of the browser's bundle, so it must not import validation.
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
    tenders: null,
    card: null,
    terms_and_conditions: null,
  },
  elsewhere: ['fare', 'quantity', 'code', 'tenders', 'card', 'terms_and_conditions'],
} as const satisfies FormShape
