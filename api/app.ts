import { OpenAPIHono } from '@hono/zod-openapi'
import { HTTPException } from 'hono/http-exception'
import { UNAVAILABLE_SENTENCE } from '#contract/errors.ts'
import { createCallCounters } from './db/call-counters.ts'
import { isDatabaseUnavailable, RETRY_SECONDS } from './db/database-unavailable.ts'
import { type ApiDeps } from './deps.ts'
import { type ApiBindings, type ApiEnv, NOTHING_HERE } from './http.ts'
import { authorizeCall, requirePermissionRows } from './middleware/authorize-call.ts'
import { crossOrigin } from './middleware/cross-origin.ts'
import { identifyCaller } from './middleware/identify-caller.ts'
import { limitCalls } from './middleware/limit-calls.ts'
import { publicEtag } from './middleware/public-etag.ts'
import { readableAddress, readableBody } from './middleware/readable-call.ts'
import { requestSchemas } from './middleware/request-schemas.ts'
import { account } from './routes/account.ts'
import { accountFlights } from './routes/account-flights.ts'
import { availability } from './routes/availability.ts'
import { brands } from './routes/brands.ts'
import { callOffs } from './routes/call-offs.ts'
import { cancellations } from './routes/cancellations.ts'
import { comments } from './routes/comments.ts'
import { contests } from './routes/contests.ts'
import { departureWeeks } from './routes/departure-weeks.ts'
import { creditCards } from './routes/credit-cards.ts'
import { codeBatches } from './routes/code-batches.ts'
import { codes } from './routes/codes.ts'
import { credits } from './routes/credits.ts'
import { customers } from './routes/customers.ts'
import { customerDesk } from './routes/customer-desk.ts'
import { counter } from './routes/counter.ts'
import { discountCodes } from './routes/discount-codes.ts'
import { drafts } from './routes/drafts.ts'
import { emailProofs } from './routes/email-proofs.ts'
import { flights } from './routes/flights.ts'
import { formEntries } from './routes/form-entries.ts'
import { giftCards } from './routes/gift-cards.ts'
import { giftShares } from './routes/gift-shares.ts'
import { gifts } from './routes/gifts.ts'
import { newsletters } from './routes/newsletters.ts'
import { DOCS_POLICY, renderDocsPage } from './routes/openapi/docs-page.ts'
import { describeService } from './routes/openapi/describe-service.ts'
import { orderCalendar } from './routes/order-calendar.ts'
import { orderEmails } from './routes/order-emails.ts'
import { orderChanges } from './routes/order-changes.ts'
import { mailBounces } from './routes/mail-bounces.ts'
import { orderFiles } from './routes/order-files.ts'
import { orderLinks } from './routes/order-links.ts'
import { orderList } from './routes/order-list.ts'
import { orders } from './routes/orders.ts'
import { passengers } from './routes/passengers.ts'
import { dayClosings } from './routes/day-closings.ts'
import { jobs } from './routes/jobs.ts'
import { memberPriceUses } from './routes/member-price-uses.ts'
import { payouts } from './routes/payouts.ts'
import { memberships } from './routes/memberships.ts'
import { passwordResets } from './routes/password-resets.ts'
import { payments } from './routes/payments.ts'
import { prizes } from './routes/prizes.ts'
import { products } from './routes/products.ts'
import { promises } from './routes/promises.ts'
import { reports } from './routes/reports.ts'
import { quotes } from './routes/quotes.ts'
import { receipts } from './routes/receipts.ts'
import { refunds } from './routes/refunds.ts'
import { reschedules } from './routes/reschedules.ts'
import { staffReschedules } from './routes/staff-reschedules.ts'
import { reminderStops } from './routes/reminder-stops.ts'
import { rescheduleClaims } from './routes/reschedule-claims.ts'
import { resourceRoutes } from './routes/resources.ts'
import { resumptions } from './routes/resumptions.ts'
import { roles } from './routes/roles.ts'
import { search } from './routes/search.ts'
import { schedules } from './routes/schedules.ts'
import { secondFactor } from './routes/second-factor.ts'
import { staffTasks } from './routes/staff-tasks.ts'
import { staffMembers } from './routes/staff-members.ts'
import { stripeWebhooks } from './routes/stripe-webhooks.ts'
import { userToken } from './routes/user-token.ts'
import { users } from './routes/users.ts'
import { version } from './routes/version.ts'
import { apiKeys } from './routes/api-keys.ts'
import { webhookEndpoints } from './routes/webhook-endpoints.ts'
import { waitlistEntries } from './routes/waitlist-entries.ts'
import { waitlistOffers } from './routes/waitlist-offers.ts'

export interface Api {
  /** Answers one `/v1` request. Never throws. */
  fetch(request: Request, bindings?: ApiBindings): Promise<Response>
}

/** The calls whose declared body is JSON, by method and path as the router writes it. */
function jsonCallsOf(app: OpenAPIHono<ApiEnv>): ReadonlySet<string> {
  const routes = app.openAPIRegistry.definitions.flatMap((one) => (one.type === 'route' ? [one.route] : []))
  const taking = routes.filter(({ request }) => request?.body?.content['application/json'] !== undefined)
  return new Set(
    taking.map(({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  )
}

/**
 * Composes `/v1`: a fetch handler over the database, the clock and the outside services it is
 * given.
 */
export function createApi(deps: ApiDeps): Api {
  const app = new OpenAPIHono<ApiEnv>()

  app.use(async (c, next) => {
    c.set('deps', deps)
    c.set('caller', { kind: 'visitor' })
    c.set('requestId', c.env.requestId ?? crypto.randomUUID())
    await next()
  })
  // Before everything that may refuse: a page must be able to read why.
  if (deps.settings.corsOrigins.length > 0) app.use(crossOrigin(deps.settings.corsOrigins))
  const counters = createCallCounters(deps.database, deps.log)
  app.use(readableAddress, identifyCaller, authorizeCall)
  app.use(limitCalls(counters, requestSchemas(app)), publicEtag)
  app.use(readableBody((route) => jsonCalls.has(route)))

  for (const router of [
    customers,
    customerDesk,
    staffMembers,
    dayClosings,
    jobs,
    payouts,
    memberPriceUses,
    userToken,
    users,
    account,
    secondFactor,
    creditCards,
    emailProofs,
    passwordResets,
    roles,
    drafts,
  ])
    app.route('/', router)

  for (const router of [brands, products, schedules, resourceRoutes()]) app.route('/', router)

  for (const router of [discountCodes, codeBatches, giftCards, giftShares, gifts, codes, credits, prizes])
    app.route('/', router)

  for (const router of [availability, search, quotes, version]) app.route('/', router)

  for (const router of [resumptions, reminderStops, orderEmails, receipts]) app.route('/', router)

  for (const router of [orderList, orders, payments, orderCalendar, stripeWebhooks]) app.route('/', router)

  for (const router of [orderLinks, comments, accountFlights]) app.route('/', router)

  for (const router of [passengers, flights, counter, staffTasks]) app.route('/', router)

  for (const router of [promises, reports, orderFiles, refunds, cancellations, orderChanges])
    app.route('/', router)

  for (const router of [
    waitlistEntries,
    waitlistOffers,
    reschedules,
    staffReschedules,
    callOffs,
    rescheduleClaims,
  ]) {
    app.route('/', router)
  }

  for (const router of [webhookEndpoints, apiKeys, mailBounces]) app.route('/', router)

  for (const router of [memberships, formEntries, contests, departureWeeks, newsletters])
    app.route('/', router)

  app.notFound((c) => c.json(NOTHING_HERE, 404))
  app.onError((error, c) => {
    if (error instanceof HTTPException && error.status === 400) {
      return c.json({ error: 'The body is not valid JSON.', code: 'malformed_json' }, 400)
    }
    if (isDatabaseUnavailable(error)) {
      deps.log.warn({ err: error, requestId: c.get('requestId') }, 'the database cannot be reached')
      const body = { error: UNAVAILABLE_SENTENCE, code: 'service_unavailable' }
      return c.json(body, 503, { 'Retry-After': String(RETRY_SECONDS) })
    }
    deps.log.error({ err: error, requestId: c.get('requestId') }, 'unexpected failure in /v1')
    return c.json({ error: 'Something went wrong, please try again.', code: 'internal' }, 500)
  })
  // Written when it is first asked for: it takes a tenth of a second, and never changes.
  let description: object | undefined
  const describe = () => (description ??= describeService(app))
  app.get('/v1/openapi.json', (c) => c.json(describe()))
  let docs: string | undefined
  app.get('/v1/docs', (c) =>
    c.html((docs ??= renderDocsPage(describe())), 200, { 'Content-Security-Policy': DOCS_POLICY }),
  )
  requirePermissionRows(app.routes)
  const jsonCalls = jsonCallsOf(app)

  return { fetch: async (request, bindings = {}) => app.fetch(request, bindings) }
}
