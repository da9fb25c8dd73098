import { type FormShape } from '../../ui/form/form-shape.ts'

export const NEW_AGENT_SHAPE = {
  id: 'new-agent',
  labels: {
    name: 'Name',
    code: 'Code of the link',
    brand_id: 'Brand',
    percent: 'Commission in percent',
    user_id: 'Log-in',
    own_prices: 'Orders at another price than the list price count, too',
  },
} as const satisfies FormShape

export const TERMS_SHAPE = {
  id: 'terms',
  labels: {
    percent: 'Commission in percent',
    from: 'For orders paid from',
    own_prices: 'Orders at another price than the list price count, too',
  },
} as const satisfies FormShape

export const AGENT_SHAPE = {
  id: 'agent',
  labels: { name: 'Name', user_id: 'Log-in' },
} as const satisfies FormShape

export const PAYMENT_SHAPE = {
  id: 'payment',
  labels: { reference: 'How it was paid' },
} as const satisfies FormShape
