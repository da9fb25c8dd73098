import { OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { createCallCounters } from './db/call-counters.ts'
import { type ApiDeps } from './deps.ts'
import { type ApiBindings, type ApiEnv } from './http.ts'
import { authorizeCall, requirePermissionRows } from './middleware/authorize-call.ts'
import { identifyCaller } from './middleware/identify-caller.ts'
import { limitCalls } from './middleware/limit-calls.ts'
import { availability } from './routes/availability.ts'
import { brands } from './routes/brands.ts'
import { campaigns } from './routes/campaigns.ts'
import { cancellations } from './routes/cancellations.ts'
import { creditCards } from './routes/credit-cards.ts'
import { codes } from './routes/codes.ts'
import { credits } from './routes/credits.ts'
import { customers } from './routes/customers.ts'
import { discountCodes } from './routes/discount-codes.ts'
import { drafts } from './routes/drafts.ts'
import { emailProofs } from './routes/email-proofs.ts'
import { fares } from './routes/fares.ts'
import { fees } from './routes/fees.ts'
import { flights } from './routes/flights.ts'
import { giftCards } from './routes/gift-cards.ts'
import { giftShares } from './routes/gift-shares.ts'
import { orderCalendar } from './routes/order-calendar.ts'
import { orderEmails } from './routes/order-emails.ts'
import { orderChanges } from './routes/order-changes.ts'
import { orderList } from './routes/order-list.ts'
import { orders } from './routes/orders.ts'
import { passengers } from './routes/passengers.ts'
import { memberships } from './routes/memberships.ts'
import { passwordResets } from './routes/password-resets.ts'
import { payments } from './routes/payments.ts'
import { productCategories } from './routes/product-categories.ts'
import { products } from './routes/products.ts'
import { promises } from './routes/promises.ts'
import { quotes } from './routes/quotes.ts'
import { receipts } from './routes/receipts.ts'
import { refunds } from './routes/refunds.ts'
import { reminderStops } from './routes/reminder-stops.ts'
import { resumptions } from './routes/resumptions.ts'
import { roles } from './routes/roles.ts'
import { schedules } from './routes/schedules.ts'
import { staffTasks } from './routes/staff-tasks.ts'
import { stripeWebhooks } from './routes/stripe-webhooks.ts'
import { terminals } from './routes/terminals.ts'
import { upgrades } from './routes/upgrades.ts'
import { userToken } from './routes/user-token.ts'
import { users } from './routes/users.ts'
import { version } from './routes/version.ts'
import { waitlistEntries } from './routes/waitlist-entries.ts'
import { waitlistOffers } from './routes/waitlist-offers.ts'

export interface Api {
  /** Answers one `/v1` request. Never throws. */
  fetch(request: Request, bindings?: ApiBindings): Promise<Response>
}

/** Composes `/v1`: a fetch handler over the database, the clock and the outside services it is given. */
export function createApi(deps: ApiDeps): Api {
  const app = new OpenAPIHono<ApiEnv>()

  app.use(async (c, next) => {
    c.set('deps', deps)
    c.set('caller', { kind: 'visitor' })
    c.set('requestId', c.env.requestId ?? crypto.randomUUID())
    await next()
  })
  app.use(identifyCaller, authorizeCall, limitCalls(createCallCounters(deps.database, deps.log)))

  for (const router of [customers, userToken, users, creditCards, emailProofs, passwordResets, roles, drafts])
    app.route('/', router)

  for (const router of [brands, products, productCategories, fares, schedules, terminals, upgrades, fees]) {
    app.route('/', router)
  }

  for (const router of [campaigns, discountCodes, giftCards, giftShares, codes, credits])
    app.route('/', router)

  for (const router of [availability, quotes, version]) app.route('/', router)

  for (const router of [resumptions, reminderStops, orderEmails, receipts]) app.route('/', router)

  for (const router of [orderList, orders, payments, orderCalendar, stripeWebhooks]) app.route('/', router)

  for (const router of [passengers, flights, staffTasks]) app.route('/', router)

  for (const router of [promises, refunds, cancellations, orderChanges]) app.route('/', router)

  for (const router of [waitlistEntries, waitlistOffers]) app.route('/', router)

  app.route('/', memberships)

  app.notFound((c) => c.json({ error: 'There is nothing at this address.', code: 'not_found' }, 404))
  app.onError((error, c) => {
    if (error instanceof HTTPException && error.status === 400) {
      return c.json({ error: 'The body is not valid JSON.', code: 'malformed_json' }, 400)
    }
    deps.log.error({ err: error, requestId: c.get('requestId') }, 'unexpected failure in /v1')
    return c.json({ error: 'Something went wrong, please try again.', code: 'internal' }, 500)
  })
  app.doc31('/v1/openapi.json', { openapi: '3.1.0', info: { title: 'Flight shop', version: '1' } })
  requirePermissionRows(app.routes)

  return { fetch: async (request, bindings = {}) => app.fetch(request, bindings) }
}
