import { type Stripe } from 'stripe'
import { z } from 'zod'
import { getReferenceId, type StoredObject, type UnitOfWork } from '../../store/unit-of-work.ts'
import { Created, Expand, List, Text } from '../form-parameters.ts'
import { listPage, toPage } from '../list-page.ts'
import { operation } from '../operation.ts'
import { invalid, missing } from '../stripe-failure.ts'
import { CreateSession } from './checkout-session-parameters.ts'
import { newCheckoutSession } from './new-checkout-session.ts'
import { cancelIntent } from './payment-intents.ts'
import { cancelSetup } from './setup-intents.ts'

const ListParameters = z.strictObject({
  ...List,
  payment_intent: Text.optional(),
  customer: Text.optional(),
  status: z.enum(['open', 'complete', 'expired']).optional(),
  created: Created,
})

async function requireSession(unit: UnitOfWork, id: string): Promise<StoredObject<'checkout.session'>> {
  const found = await unit.find('checkout.session', id)
  if (!found) throw missing('checkout.session', id, 'session')
  return found
}

const withItems = ({ data, hidden }: StoredObject<'checkout.session'>) => ({
  ...data,
  line_items: toPage(`/v1/checkout/sessions/${data.id}/line_items`, hidden.items),
})

/** Expires a session and cancels its intent that waits for 3-D Secure. */
export async function expireSession(unit: UnitOfWork, { data, hidden }: StoredObject<'checkout.session'>) {
  const intent = await unit.find('payment_intent', getReferenceId(data.payment_intent) ?? '')
  if (intent && intent.data.status !== 'canceled') cancelIntent(unit, intent, 'automatic')
  const setup = await unit.find('setup_intent', getReferenceId(data.setup_intent) ?? '')
  if (setup && setup.data.status !== 'canceled') cancelSetup(unit, setup, null)
  const session: Stripe.Checkout.Session = { ...data, status: 'expired', url: null }
  unit.put('checkout.session', session, hidden, null)
  unit.emit('checkout.session.expired', session)
  return session
}

/** Expires a session at its time, unless it was paid meanwhile. */
export async function expireDueSession(unit: UnitOfWork, id: string): Promise<void> {
  const stored = await requireSession(unit, id)
  if (stored.data.status === 'open') await expireSession(unit, stored)
}

export const checkoutSessions = [
  operation('POST', '/v1/checkout/sessions', CreateSession, newCheckoutSession),
  operation('GET', '/v1/checkout/sessions', ListParameters, ({ unit }, params) => {
    const { payment_intent, customer, status, ...query } = params
    const match = {
      ...(payment_intent ? { payment_intent } : {}),
      ...(customer ? { customer } : {}),
      ...(status ? { status } : {}),
    }
    return listPage(unit, 'checkout.session', '/v1/checkout/sessions', { ...query, match })
  }),
  operation(
    'GET',
    '/v1/checkout/sessions/{id}',
    z.strictObject({ expand: Expand }),
    async ({ unit }, { expand }, [id = '']) => {
      const stored = await requireSession(unit, id)
      return expand?.some((path) => path.startsWith('line_items')) ? withItems(stored) : stored.data
    },
  ),
  operation(
    'GET',
    '/v1/checkout/sessions/{id}/line_items',
    z.strictObject(List),
    async ({ unit }, { limit = 10 }, [id = '']) => {
      const { hidden } = await requireSession(unit, id)
      return toPage(
        `/v1/checkout/sessions/${id}/line_items`,
        hidden.items.slice(0, limit),
        hidden.items.length > limit,
      )
    },
  ),
  operation(
    'POST',
    '/v1/checkout/sessions/{id}/expire',
    z.strictObject({ expand: Expand }),
    async ({ unit }, _, [id = '']) => {
      const stored = await requireSession(unit, id)
      if (stored.data.status !== 'open') {
        throw invalid(
          'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout ' +
            `Session has a status of \`${String(stored.data.status)}\`.`,
        )
      }
      return expireSession(unit, stored)
    },
  ),
]
