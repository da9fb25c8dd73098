import { OpenAPIHono } from '@hono/zod-openapi'
import { etag } from 'hono/etag'
import { createMiddleware } from 'hono/factory'
import { HTTPException } from 'hono/http-exception'
import { UNAVAILABLE_SENTENCE } from '#contract/service-sentences.ts'
import { getVersionParts, PUBLIC_READS } from '#contract/public-reads.ts'
import { authorizeCall, identifyCaller, requirePermissionRows } from './access/authenticate.ts'
import { crossOrigin } from './access/cross-origin.ts'
import { createCallCounters, limitCalls, requestSchemas } from './access/limit-calls.ts'
import { account } from './accounts/routes/account.ts'
import { accountTexts } from './accounts/routes/account-text-consents.ts'
import { customers } from './accounts/routes/customers.ts'
import { emailProofs } from './accounts/routes/email-proofs.ts'
import { orderEmails } from './accounts/routes/order-emails.ts'
import { passwordResets } from './accounts/routes/password-resets.ts'
import { roles } from './accounts/routes/roles.ts'
import { passkeys } from './accounts/routes/passkeys.ts'
import { secondFactor } from './accounts/routes/second-factor.ts'
import { staffCustomers } from './accounts/routes/staff-customers.ts'
import { staffMembers } from './accounts/routes/staff-members.ts'
import { userToken } from './accounts/routes/user-token.ts'
import { users } from './accounts/routes/users.ts'
import { approvals } from './approvals/routes/approvals.ts'
import { apiKeys } from './admin/routes/api-keys.ts'
import { agents } from './agents/routes/agents.ts'
import { resourceRoutes } from './admin/routes/resources.ts'
import { dayClosings } from './bookkeeping/routes/day-closings.ts'
import { integrityChecks } from './bookkeeping/routes/integrity-checks.ts'
import { payouts } from './bookkeeping/routes/payouts.ts'
import { reportOverviews } from './bookkeeping/routes/report-overviews.ts'
import { reports } from './bookkeeping/routes/reports.ts'
import { savedReports } from './bookkeeping/routes/saved-reports.ts'
import { care } from './care/routes/care.ts'
import { writtenTexts } from './written-texts/routes/written-texts.ts'
import { availability } from './catalogue/routes/availability.ts'
import { saleDays } from './catalogue/routes/sale-days.ts'
import { saleGrids } from './catalogue/routes/sale-grids.ts'
import { brands } from './catalogue/routes/brands.ts'
import { departureWeeks } from './catalogue/routes/departure-weeks.ts'
import { staffWeeks } from './catalogue/routes/staff-weeks.ts'
import { photos } from './catalogue/routes/photos.ts'
import { productSheets } from './catalogue/routes/product-sheets.ts'
import { products } from './catalogue/routes/products.ts'
import { schedules } from './catalogue/routes/schedules.ts'
import { search } from './catalogue/routes/search.ts'
import { version } from './catalogue/routes/version.ts'
import { isDiskFull } from './db/disk-full.ts'
import { isDatabaseUnavailable, RETRY_SECONDS } from './db/database-unavailable.ts'
import { isSenderGone } from './http/is-sender-gone.ts'
import { type ApiDeps } from './deps.ts'
import { departureCancellations } from './disruptions/routes/departure-cancellations.ts'
import { flightDelays } from './disruptions/routes/flight-delays.ts'
import { rescuePlans } from './disruptions/routes/rescue-plans.ts'
import { flightTransfers } from './disruptions/routes/flight-transfers.ts'
import { weatherDays } from './disruptions/routes/weather-days.ts'
import { weatherHolds } from './disruptions/routes/weather-holds.ts'
import { rebookingOffers } from './disruptions/routes/rebooking-offers.ts'
import { accountFlights } from './flights/routes/account-flights.ts'
import { checkInSearches } from './flights/routes/check-in-searches.ts'
import { aircraftOutages } from './flights/routes/aircraft-outages.ts'
import { flights } from './flights/routes/flights.ts'
import { weatherReports } from './flights/routes/weather-reports.ts'
import { flightBoards } from './flights/routes/flight-boards.ts'
import { seatings } from './flights/routes/seatings.ts'
import { manifestVersions } from './flights/routes/manifest-versions.ts'
import { pilotFlights } from './flights/routes/pilot-flights.ts'
import { pilotRosters } from './flights/routes/pilot-rosters.ts'
import { staffDays } from './flights/routes/staff-days.ts'
import { staffTasks } from './flights/routes/staff-tasks.ts'
import { contests } from './forms/routes/contests.ts'
import { formEntries } from './forms/routes/form-entries.ts'
import { newsletters } from './forms/routes/newsletters.ts'
import { codes } from './gifts/routes/codes.ts'
import { giftCards } from './gifts/routes/gift-cards.ts'
import { giftShares } from './gifts/routes/gift-shares.ts'
import { gifts } from './gifts/routes/gifts.ts'
import { handOver } from './http/hand-over.ts'
import {
  type ApiBindings,
  type ApiEnv,
  NOTHING_HERE,
  readableAddress,
  readableBody,
  type SharedAnswer,
} from './http/http.ts'
import { mailBounces } from './mails/routes/mail-bounces.ts'
import { orderMailings } from './mails/routes/order-mailings.ts'
import { memberPriceUses } from './memberships/routes/member-price-uses.ts'
import { memberships } from './memberships/routes/memberships.ts'
import { cancellations } from './orders/routes/cancellations.ts'
import { reminderStops } from './orders/routes/checkout-reminder-stops.ts'
import { checkoutTransfers } from './orders/routes/checkout-transfers.ts'
import { comments } from './orders/routes/comments.ts'
import { drafts } from './orders/routes/drafts.ts'
import { orderCalendar } from './orders/routes/order-calendar.ts'
import { orderFiles } from './orders/routes/order-documents.ts'
import { orderLinks } from './orders/routes/order-links.ts'
import { orderCounts, orderList } from './orders/routes/order-list.ts'
import { savedFilters } from './orders/routes/saved-filters.ts'
import { orders } from './orders/routes/orders.ts'
import { quotes } from './orders/routes/quotes.ts'
import { receipts } from './orders/routes/receipts.ts'
import { partyLinks } from './passengers/routes/party-links.ts'
import { passengers } from './passengers/routes/passengers.ts'
import { creditCards } from './payments/routes/credit-cards.ts'
import { payments } from './payments/routes/payments.ts'
import { refunds } from './payments/routes/refunds.ts'
import { describeService } from './platform/openapi/describe-service.ts'
import { DOCS_POLICY, renderDocsPage } from './platform/openapi/docs-page.ts'
import { registerMails } from './platform/register-mails.ts'
import { registerTexts } from './platform/register-texts.ts'
import { registerMoneyHandlers } from './platform/register-money-handlers.ts'
import { jobs } from './platform/routes/jobs.ts'
import { stateCounts } from './platform/routes/state-counts.ts'
import { stripeWebhooks } from './platform/routes/provider-webhooks.ts'
import { codeBatches } from './pricing/routes/code-batches.ts'
import { discountCodes } from './pricing/routes/discount-codes.ts'
import { prizes } from './pricing/routes/prizes.ts'
import { staffUpgrades } from './reschedules/routes/staff-upgrades.ts'
import { addedGuests } from './reschedules/routes/added-guests.ts'
import { orderChanges } from './reschedules/routes/order-changes.ts'
import { reschedules } from './reschedules/routes/reschedules.ts'
import { staffReschedules } from './reschedules/routes/staff-reschedules.ts'
import { balances } from './staff-sales/routes/balances.ts'
import { inPersonPayments } from './staff-sales/routes/staff-sales.ts'
import { staffSearches } from './staff-search/routes/staff-searches.ts'
import { credits } from './tenders/routes/credits.ts'
import { textCopies } from './texts/routes/text-copies.ts'
import { textWebhooks } from './texts/routes/text-webhooks.ts'
import { waitlistEntries } from './waitlist/routes/waitlist-entries.ts'
import { waitlistOffers } from './waitlist/routes/waitlist-offers.ts'
import { webhookEndpoints } from './webhooks/routes/webhook-endpoints.ts'

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
  registerMails()
  registerTexts()
  registerMoneyHandlers()
  const app = new OpenAPIHono<ApiEnv>()

  app.use(async (c, next) => {
    c.set('deps', deps)
    c.set('caller', { kind: 'visitor' })
    c.set('requestId', c.env.requestId ?? crypto.randomUUID())
    const { takeAnswer, ...bindings } = c.env
    c.set('callAgain', async (request, requestId) =>
      app.fetch(request, { ...bindings, ...(requestId === undefined ? {} : { requestId }) }),
    )
    if (takeAnswer) handOver(c, takeAnswer)
    await next()
  })
  // Before everything that may refuse: a page must be able to read why.
  if (deps.settings.corsOrigins.length > 0) app.use(crossOrigin(deps.settings.corsOrigins))
  const counters = createCallCounters(deps.database, deps.log)
  app.use(readableAddress, identifyCaller, authorizeCall)
  app.use(limitCalls(counters, requestSchemas(app)))
  // What other origins may read is said in headers of their own.
  if (deps.settings.corsOrigins.length === 0) app.use(shareAnswers)
  app.use(publicEtag)
  app.use(readableBody((route) => jsonCalls.has(route)))

  for (const router of [
    customers,
    staffCustomers,
    staffSearches,
    staffMembers,
    dayClosings,
    agents,
    jobs,
    payouts,
    memberPriceUses,
    userToken,
    users,
    account,
    accountTexts,
    secondFactor,
    passkeys,
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

  for (const router of [availability, saleDays, saleGrids, search, quotes, version]) app.route('/', router)

  for (const router of [checkoutTransfers, reminderStops, orderEmails, receipts, care, writtenTexts])
    app.route('/', router)

  for (const router of [orderList, orderCounts, orders, payments, orderCalendar, stripeWebhooks])
    app.route('/', router)

  for (const router of [orderLinks, savedFilters, comments, accountFlights]) app.route('/', router)

  for (const router of [
    passengers,
    partyLinks,
    flights,
    inPersonPayments,
    balances,
    flightBoards,
    weatherReports,
    staffDays,
    staffTasks,
  ])
    app.route('/', router)

  for (const router of [
    aircraftOutages,
    manifestVersions,
    pilotFlights,
    pilotRosters,
    seatings,
    checkInSearches,
  ])
    app.route('/', router)

  for (const router of [
    integrityChecks,
    reports,
    reportOverviews,
    savedReports,
    orderFiles,
    refunds,
    cancellations,
    orderChanges,
    addedGuests,
    staffUpgrades,
  ])
    app.route('/', router)

  for (const router of [
    waitlistEntries,
    waitlistOffers,
    reschedules,
    staffReschedules,
    departureCancellations,
    weatherDays,
    rescuePlans,
    weatherHolds,
    flightDelays,
    flightTransfers,
    rebookingOffers,
  ]) {
    app.route('/', router)
  }

  for (const router of [
    webhookEndpoints,
    apiKeys,
    approvals,
    mailBounces,
    orderMailings,
    stateCounts,
    textCopies,
    textWebhooks,
  ])
    app.route('/', router)

  const catalogueTools = [departureWeeks, staffWeeks, productSheets, photos]
  for (const router of [memberships, formEntries, contests, ...catalogueTools, newsletters])
    app.route('/', router)

  app.notFound((c) => c.json(NOTHING_HERE, 404))
  app.onError((error, c) => {
    if (error instanceof HTTPException && error.status === 400) {
      return c.json({ error: 'The body is not valid JSON.', code: 'malformed_json' }, 400)
    }
    const isFull = deps.disks?.note(error) ?? isDiskFull(error)
    if (isFull || isDatabaseUnavailable(error)) {
      const [level, what] = isFull ? (['error', 'a disk is full'] as const) : (['warn', UNREACHED] as const)
      deps.log[level]({ err: error, requestId: c.get('requestId') }, what)
      const body = { error: UNAVAILABLE_SENTENCE, code: 'service_unavailable' }
      return c.json(body, 503, { 'Retry-After': String(RETRY_SECONDS) })
    }
    if (isSenderGone(error)) {
      deps.log.debug({ requestId: c.get('requestId') }, 'a sender hung up')
      return c.json({ error: 'The request ended before it was complete.', code: 'malformed_json' }, 400)
    }
    deps.log.error({ err: error, requestId: c.get('requestId') }, 'unexpected failure in /v1')
    return c.json({ error: 'Something went wrong, please try again.', code: 'internal' }, 500)
  })
  // Created on the first request, because it takes a tenth of a second and never changes.
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

const UNREACHED = 'the database cannot be reached'

/** The lists and rows of the catalogue, which every visitor reads. */
const CATALOGUE = new RegExp(
  [
    String.raw`^/v1/(?:brands|products|product_categories|fares|schedules`,
    String.raw`|terminals|upgrades|fees|campaigns|plans|roles)(?:/[^/]+)?$`,
  ].join(''),
)
const weakEtag = etag({ weak: true })

/**
 * Answers 304 to a caller whose copy of the catalogue is current. Staff see drafts, so caches must
 * keep their answers apart.
 */
const publicEtag = createMiddleware<ApiEnv>(async (c, next) => {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  if (!isRead || !CATALOGUE.test(c.req.path)) return next()
  const answer = await weakEtag(c, next)
  c.res.headers.set('Cache-Control', 'no-cache')
  c.res.headers.append('Vary', 'Authorization')
  return answer
})

/**
 * Answers public reads of visitors from memory. A call that names a copy of its own, or the secret
 * of a waitlist offer, runs as any other. Callers were found and calls counted before.
 */
const shareAnswers = createMiddleware<ApiEnv>(async (c, next) => {
  const { keepAnswer } = c.env
  const isOwn = c.get('caller').kind !== 'visitor' || c.req.header('if-none-match') !== undefined
  if (!keepAnswer || isOwn || c.req.method !== 'GET' || !PUBLIC_READS.test(c.req.path)) return next()
  const { pathname, search, searchParams } = new URL(c.req.url)
  if (searchParams.has('waitlist_offer')) return next()
  let made = false
  const { status, headers, body } = await keepAnswer(`${pathname}${search}`, async () => {
    made = true
    await next()
    const answer: SharedAnswer = {
      ok: c.res.ok,
      status: c.res.status,
      headers: [...c.res.headers],
      body: await c.res.clone().text(),
    }
    const products = [...searchParams].filter(([name]) => name.startsWith('product_id'))
    const productId = products.length === 1 ? Number(products[0]?.[1]) : NaN
    const asked = Number.isInteger(productId) ? productId : undefined
    const parts = answer.ok ? getVersionParts(pathname, asked, JSON.parse(answer.body)) : 'everything'
    return { answer, size: answer.body.length, parts }
  })
  return made ? undefined : new Response(body, { status, headers: headers.map(([...pair]) => pair) })
})
