import { type FieldProblems } from '../ui/form-fields.ts'

// Reaches the browser: nothing that checks belongs here.

const NAMES: Readonly<Record<string, string>> = {
  email: 'Email',
  phone: 'Phone',
  recipient_email: 'Recipient Email',
  message: 'Message',
  send_on: 'Send on',
  quantity: 'Quantity',
}

/** The problems in the order of the page, as the summary lists them. */
export function summariseGift(problems: FieldProblems): { text: string; target: string }[] {
  const order = [
    'fare',
    'quantity',
    'code',
    'recipient_email',
    'message',
    'send_on',
    'email',
    'phone',
    'tenders',
    'card',
  ]
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length)
  return Object.entries(problems)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, message = '']) => ({
      text: NAMES[name] ? `${NAMES[name]}: ${message}` : message,
      target: name,
    }))
}
