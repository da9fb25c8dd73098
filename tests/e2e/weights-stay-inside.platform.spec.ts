import { readdirSync } from 'node:fs'
import { type Page } from 'playwright/test'
import { AvailabilityDayReply } from '#contract/availability.ts'
import { OrderReply } from '#contract/order.ts'
import { OrderPassengersReply } from '#contract/passenger.ts'
import { WAIVER_VERSION } from '#contract/waiver.ts'
import { mailedLink, register, sessionToken, createPerson } from '../support/account-holder.ts'
import { expect, test } from '../support/browser.ts'
import { findFlight, type FoundFlight, payPath } from '../support/buyer.ts'
import { type RunningShop } from '../support/start-shop.ts'
import { extractVisibleText } from '../support/stable-text.ts'

// Opens every page, as api/passengers/routes/weights-stay-inside.test.ts makes every call.

/**
 * These values are planted where only operations, the pilot and the passenger's own link may read
 * them.
 */
const WEIGHTS = ['287', '283']
const SIGNATURE = 'Quillfeather'

interface Planted {
  flight: FoundFlight
  order: string
  /** The item of the order that may be rescheduled. */
  item: string
  flightId: string
  /** The secrets of the two passengers' links; the second passenger has signed. */
  links: string[]
  /** The secret of the mailed link that opens the order. */
  mailed: string
}

/**
 * Every page of `app/routes`, at an address where it shows as much as it can of the planted order.
 */
const pages: Record<string, (known: Planted) => string[]> = {
  $: ({ order }) => ['/no/such/page', `/R-${order}`],
  _index: () => ['/'],
  'art.$drawing.$scene': () => ['/art/0/miami-day-card-12.svg'],
  'account._index': () => ['/account'],
  'account.cards': () => ['/account/cards'],
  'account.details._index': () => ['/account/details'],
  'account.details.erase': () => ['/account/details/erase'],
  'account.details.sign-in': () => ['/account/details/sign-in'],
  // Without a log-in that waits for its code it leads to the account.
  'account.code': () => ['/account/code'],
  'account.details.export': () => ['/account/details/export'],
  'account.flights.$flight._index': ({ flightId }) => [`/account/flights/${flightId}`],
  'account.flights.$flight.photos.$photo': ({ flightId }) => [`/account/flights/${flightId}/photos/1`],
  'account.flights._index': () => ['/account/flights'],
  'account.credit': () => ['/account/credit'],
  'account.gift-cards._index': () => ['/account/gift-cards'],
  'account.gift-cards.share': () => ['/account/gift-cards/share'],
  'account.gift-cards.shares.$share._index': () => ['/account/gift-cards/shares/1'],
  'account.gift-cards.shares.$share.print': () => ['/account/gift-cards/shares/1/print'],
  // It only takes POST; a GET leads to the account.
  'account.logout': () => ['/account/logout'],
  'account.membership': () => ['/account/membership'],
  'account.orders.$order': ({ order }) => [`/account/orders/${order}`, `/account/orders/${order}?upgrades=1`],
  'account.orders.$order_.guests': ({ order }) => [`/account/orders/${order}/guests`],
  'account.orders.$order_.upgrades': ({ order }) => [`/account/orders/${order}/upgrades`],
  'account.orders.$order_.cancel': ({ order }) => [`/account/orders/${order}/cancel`],
  'account.orders._index': () => ['/account/orders'],
  'account.password-confirm': ({ mailed }) => [`/account/password-confirm?token=${mailed}`],
  'account.prove-email': ({ mailed }) => [`/account/prove-email?token=${mailed}`],
  Disclaimed: () => ['/Disclaimed'],
  'about-us': () => ['/about-us'],
  'affiliates.$affiliate': () => ['/affiliates/harbor-light-rooms'],
  'affiliates._index': () => ['/affiliates'],
  'blog.$post': () => ['/blog/why-we-ask-your-weight'],
  'blog.pictures.$picture': () => ['/blog/pictures/miami-day-2.webp'],
  'blog.rss[.]xml': () => ['/blog/rss.xml'],
  'blog._index': () => ['/blog'],
  'buy-now-schedule-later': () => ['/buy-now-schedule-later'],
  'campaigns.$campaign': () => ['/campaigns/nycc-2-pass-giveaway'],
  'campaigns._index': () => ['/campaigns'],
  'campaigns.banner[.]css': () => ['/campaigns/banner.css?ground=a63a12'],
  'campaigns.fly15': () => ['/campaigns/fly15'],
  'campaigns.hide': () => ['/campaigns/hide'],
  'campaigns.subscribe-to-miami': () => ['/campaigns/subscribe-to-miami'],
  'checkout.$product._index': ({ flight }) => [payPath(flight, 2).replace('/pay?', '?')],
  'checkout.$product.gift': () => ['/checkout/6/gift'],
  'checkout.$product.pay': ({ flight }) => [payPath(flight, 2)],
  'checkout._index': () => ['/checkout'],
  faq: () => ['/faq'],
  gift: () => ['/gift'],
  'gift-finder': () => ['/gift-finder?guests=2'],
  'gifts.$token': ({ mailed }) => [`/gifts/${mailed}`],
  'membership-terms-and-conditions': () => ['/membership-terms-and-conditions'],
  'new-jersey-doors-off-helicopter': () => ['/new-jersey-doors-off-helicopter'],
  'new-york-doors-off-helicopter': () => ['/new-york-doors-off-helicopter'],
  'order-confirmation': ({ order }) => [`/order-confirmation?order_id=${order}`],
  'orders.$order.calendar[.]ics': ({ order }) => [`/orders/${order}/calendar.ics`],
  'orders.$order.email': ({ order }) => [`/orders/${order}/email`],
  'orders.$order.passengers': ({ order }) => [`/orders/${order}/passengers`],
  'orders.$order.receipt': ({ order }) => [`/orders/${order}/receipt`],
  'orders.$token._index': ({ mailed }) => [`/orders/${mailed}`],
  'orders.$token.photos.$photo': ({ mailed }) => [`/orders/${mailed}/photos/1`],
  'party.$token': () => ['/party/1001-aaaaaaaaaaaaaaaaaaaaaa'],
  'passengers.$token._index': ({ links }) => links.map((token) => `/passengers/${token}`),
  'passengers.$token.waiver': ({ links }) => links.map((token) => `/passengers/${token}/waiver`),
  press: () => ['/press'],
  'privacy-policy': () => ['/privacy-policy'],
  'product.$product': () => ['/product/6'],
  'product._index': () => ['/product'],
  promises: () => ['/promises'],
  'redeem-voucher': () => ['/redeem-voucher'],
  'reschedule-flight.$reschedule': ({ item }) => [`/reschedule-flight/${item}`],
  'reschedule-flight._index': () => ['/reschedule-flight'],
  'reschedule-flight-confirmation': ({ order }) => [`/reschedule-flight-confirmation?order_id=${order}`],
  'resume.$token._index': ({ mailed }) => [`/resume/${mailed}`],
  'resume.$token.stop': ({ mailed }) => [`/resume/${mailed}/stop`],
  'resume._index': () => ['/resume'],
  'resume.start': () => ['/resume/start'],
  'robots[.]txt': () => ['/robots.txt'],
  'sitemap[.]xml': () => ['/sitemap.xml'],
  search: () => ['/search?q=seat'],
  'photos.$photo': () => [`/photos/${'0'.repeat(32)}-center-card-400.avif`],
  'share.$': () => ['/share/home.jpg'],
  // These pages are for staff; others get a 404.
  'pay.$token': () => ['/pay/1001-abc123-aaaaaaaaaaaaaaaaaaaaaa'],
  'staff._index': () => ['/staff'],
  'staff.audit._index': () => ['/staff/audit', '/staff/audit?resource=passengers'],
  'staff.audit.csv': () => ['/staff/audit/csv', '/staff/audit/csv?resource=passengers'],
  'staff.customers._index': () => ['/staff/customers', '/staff/customers?q=customer@'],
  'staff.customers.$customer._index': () => ['/staff/customers/2'],
  'staff.customers.$customer.merge': () => ['/staff/customers/2/merge?other=nobody@example.com'],
  'staff.members-prices': () => ['/staff/members-prices'],
  'staff.keys': () => ['/staff/keys'],
  'staff.security': () => ['/staff/security'],
  'staff.passkey': () => ['/staff/passkey'],
  // It answers a script alone.
  'staff.passkey-challenge': () => [],
  'staff.jobs': () => ['/staff/jobs', '/staff/jobs?state=done'],
  'staff.orders.$order_.guests.$passenger': () => ['/staff/orders/1001/guests/1'],
  'staff.orders.$order_.answer': () => ['/staff/orders/1001/answer'],
  'staff.agents._index': () => ['/staff/agents'],
  'staff.agents.$agent': () => ['/staff/agents/1'],
  'staff.agents.statements.$statement._index': () => ['/staff/agents/statements/1'],
  'staff.agents.statements.$statement.csv': () => ['/staff/agents/statements/1/csv'],
  'staff.payouts._index': () => ['/staff/payouts'],
  'staff.payouts.$payout': () => ['/staff/payouts/1'],
  'staff.people': () => ['/staff/people'],
  'staff.approvals': () => ['/staff/approvals?state=all'],
  'staff.mails': () => ['/staff/mails', '/staff/mails?state=sent'],
  'staff.texts': () => ['/staff/texts', '/staff/texts?state=sent'],
  'staff.office': () => ['/staff/office'],
  'staff.care': () => ['/staff/care'],
  'staff.content._index': () => ['/staff/content'],
  'staff.content.$brand.$text': () => ['/staff/content/1/waiver'],
  'staff.products.$product': () => ['/staff/products/6', '/staff/products/new'],
  'staff.products._index': () => ['/staff/products'],
  'staff.promises': () => ['/staff/promises'],
  'staff.drawer': () => ['/staff/drawer'],
  'staff.scan': ({ flightId, order }) => [
    `/staff/scan?flight=${flightId}`,
    `/staff/scan?flight=${flightId}&order=${order}`,
  ],
  'staff.search': ({ order }) => ['/staff/search', `/staff/search?q=O-${order}`],
  'staff.sell': () => ['/staff/sell'],
  'staff.orders.$order_.guests._index': ({ order }) => [`/staff/orders/${order}/guests`],
  'staff.orders.$order_.extras': ({ order }) => [`/staff/orders/${order}/extras`],
  'staff.orders.$order_.move': ({ order }) => [`/staff/orders/${order}/move`],
  'staff.call-off': () => ['/staff/call-off?departure=1&at=2030-06-04T18%3A30%3A00Z'],
  'staff.flights.$flight.delay': ({ flightId }) => [
    `/staff/flights/${flightId}/delay?minutes=30&reason=weather`,
  ],
  'staff.flights.$flight.transfer': ({ flightId }) => [`/staff/flights/${flightId}/transfer`],
  'staff.weather._index': ({ flight }) => [`/staff/weather?date=${flight.date}&from=00:00&until=23:59`],
  'staff.weather.$day': () => ['/staff/weather/1'],
  'staff.weather.holds.$hold': () => ['/staff/weather/holds/1'],
  'staff.flights.$flight._index': ({ flightId }) => [`/staff/flights/${flightId}`],
  'staff.flights.$flight.photos': ({ flightId }) => [`/staff/flights/${flightId}/photos`],
  'staff.flights.$flight.manifest': ({ flightId }) => [`/staff/flights/${flightId}/manifest?version=1`],
  'staff.flights._index': ({ flight }) => [`/staff/flights?date=${flight.date}`],
  'staff.catalogue.$resource.$id': () => ['/staff/catalogue/terminals/1', '/staff/catalogue/departures/new'],
  'staff.catalogue.$resource._index': () => ['/staff/catalogue/products'],
  'staff.catalogue._index': () => ['/staff/catalogue'],
  'staff.catalogue.codes._index': () => ['/staff/catalogue/codes'],
  'staff.catalogue.codes.csv': () => ['/staff/catalogue/codes/csv?discount=1'],
  'staff.catalogue.week': () => ['/staff/catalogue/week'],
  'staff.board': ({ flight, flightId }) => [
    `/staff/board?date=${flight.date}`,
    `/staff/board?date=${flight.date}&flight=${flightId}`,
  ],
  'staff.aircraft': () => ['/staff/aircraft'],
  'staff.rescue': ({ flight }) =>
    [1, 2, 3, 4].map((aircraft) => `/staff/rescue?aircraft=${String(aircraft)}&date=${flight.date}`),
  'staff.pilots._index': () => ['/staff/pilots'],
  'staff.pilots.$pilot': () => ['/staff/pilots/4'],
  'staff.grid': () => ['/staff/grid', '/staff/grid?party=3&lb=490'],
  'staff.waitlist': () => ['/staff/waitlist'],
  'staff.week': () => ['/staff/week', '/staff/week?product=6'],
  'staff.integrations': () => ['/staff/integrations'],
  'staff.orders.$order': ({ order }) => [`/staff/orders/${order}`],
  'staff.orders._index': ({ order }) => ['/staff/orders', `/staff/orders?q=O-${order}`],
  'staff.orders.mail': ({ order }) => [`/staff/orders/mail?kind=passengers&order=${order}`],
  'staff.orders.print': ({ order }) => [`/staff/orders/print?order=${order}`],
  'staff.orders.csv': () => ['/staff/orders/csv'],
  'staff.reports._index': () => ['/staff/reports'],
  'staff.reports.overview.csv': () => ['/staff/reports/overview/csv'],
  'staff.reports.tables': () => ['/staff/reports/tables', '/staff/reports/tables?name=books'],
  'staff.reports.csv': () => ['/staff/reports/csv'],
  'staff.reports.rows._index': () => ['/staff/reports/rows?name=flights'],
  'staff.reports.rows.csv': () => ['/staff/reports/rows/csv?name=yield'],
  'staff.reports.saved._index': () => ['/staff/reports/saved'],
  'staff.reports.saved.$report': () => ['/staff/reports/saved/1'],
  'staff.reports.day': () => ['/staff/reports/day'],
  'staff.reports.runs.$run._index': () => ['/staff/reports/runs/1'],
  'staff.reports.runs.$run.csv': () => ['/staff/reports/runs/1/csv'],
  'staff.sign-in': () => ['/staff/sign-in'],
  pilot: () => ['/pilot'],
  'agent._index': () => ['/agent'],
  'agent.statements.$statement._index': () => ['/agent/statements/1'],
  'agent.statements.$statement.csv': () => ['/agent/statements/1/csv'],
  // It answers a script alone.
  'pilot_.send': () => [],
  skyclub: () => ['/skyclub'],
  'style-guide': () => ['/style-guide'],
  ThankYou: () => ['/ThankYou'],
  'care.$token': ({ mailed }) => [`/care/${mailed}`],
  careers: () => ['/careers'],
  contact: () => ['/contact'],
  contest: () => ['/contest'],
  rentals: () => ['/rentals'],
  'subscribe.$token._index': () => [`/subscribe/${'0'.repeat(32)}`],
  'subscribe.$token.stop': () => [`/subscribe/${'0'.repeat(32)}/stop`],
  'subscribe._index': () => ['/subscribe'],
  survey: () => ['/survey'],
  'thank-you': () => ['/thank-you?for=contact'],
  'terms-conditions': () => ['/terms-conditions'],
  'video-testimonial.$testimonial': () => ['/video-testimonial/ninety-four-and-no-doors'],
  'video-testimonial._index': () => ['/video-testimonial'],
  'video-testimonials': () => ['/video-testimonials'],
  'waitlist.$product': ({ flight }) => [
    `/waitlist/6?date=${flight.date}&departure=${String(flight.departureId)}`,
  ],
  'reschedule-credits.claim': () => ['/reschedule-credits/claim'],
  'reschedule-credits.$id.opened[.]gif': () => [`/reschedule-credits/${'0'.repeat(48)}/opened.gif`],
  'reschedule-credits.$id.claim': () => [`/reschedule-credits/${'0'.repeat(48)}/claim`],
  'waitlist.entries.$token': ({ mailed }) => [`/waitlist/entries/${mailed}`],
  'waitlist.offers.$token': ({ mailed }) => [`/waitlist/offers/${mailed}`],
}

async function plant(page: Page, shop: RunningShop): Promise<Planted> {
  const person = createPerson('weighed')
  await page.goto('/account?tab=register')
  await register(page, person)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ida Lund')
  const token = await sessionToken(page)
  const call = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token ?? ''}` }
    const answer = await fetch(`${shop.origin}${path}`, { method, headers, body: JSON.stringify(body) })
    expect(answer.status, path).toBeLessThan(300)
    return answer.json()
  }
  const flight = await findFlight(shop, 6, 'next', 'never')
  const dayPath = `/v1/availability/day?product_id=6&date=${flight.date}`
  const { departures } = AvailabilityDayReply.parse(await call('GET', dayPath)).availability
  const depart_at = departures.find((one) => one.departure_id === flight.departureId)?.depart_at
  const placed = await call('POST', '/v1/orders', {
    brand_id: 1,
    order_item_seats_attributes: [{ departure_id: flight.departureId, depart_at, quantity: 2 }],
    passengers_attributes: [
      { full_name: 'Ada Lind', weight: 287 },
      { full_name: 'Bo Lind', weight: 150 },
    ],
    terms_and_conditions: true,
  })
  const { id, amount_due: amount, flights, order_items: items } = OrderReply.parse(placed).order
  const flightId = String(flights[0]?.flight_id)
  const payment = { order_id: id, stripe_payment: { amount, stripe_source: 'pm_card_visa' } }
  await call('POST', '/v1/payments', { payment })
  const list = OrderPassengersReply.parse(await call('GET', `/v1/orders/${String(id)}/passengers`))
  const links = list.passengers.map(({ link }) => link?.split('/').at(-1) ?? '')
  const waiver = { version: WAIVER_VERSION, signature: `Bo ${SIGNATURE}`, accepted: true }
  const form = { full_name: 'Bo Lind', weight: 283, waiver }
  await call('PUT', `/v1/passenger_links/${links[1] ?? ''}`, { passenger_form: form })
  const mail = new URL(await mailedLink(shop, person.email, '/orders/'))
  const item = String(items[0]?.id)
  return { flight, order: String(id), item, flightId, links, mailed: mail.pathname.split('/')[2] ?? '' }
}

test('no page shows a weight, and a signature shows only to its signer', async ({ page, shop, request }) => {
  const routes = readdirSync('app/routes').map((file) => file.replace(/\.tsx?$/, ''))
  expect(Object.keys(pages).sort(), 'every page is walked over').toEqual(routes.sort())
  const known = await plant(page, shop)
  const told: string[] = []
  const opened: Record<string, number> = { buyer: 0, stranger: 0 }
  for (const [who, client] of [
    ['buyer', page.request],
    ['stranger', request],
  ] as const) {
    for (const path of Object.values(pages).flatMap((paths) => paths(known))) {
      const answer = await client.get(`${shop.origin}${path}`)
      if (answer.ok()) opened[who] = (opened[who] ?? 0) + 1
      expect(answer.status(), path).toBeLessThan(500)
      // A map is drawn with hundreds of numbers, and any of them could be a price.
      const body = await answer.text()
      const isDrawing = answer.headers()['content-type']?.startsWith('image/') === true
      const text = isDrawing ? body.replace(/<[^>]*>/g, '') : extractVisibleText(body)
      const weight = WEIGHTS.find((one) => new RegExp(`(?<![\\w.$-])${one}(?![\\w-])`).test(text))
      if (weight) told.push(`${who} ${path}: a weight`)
      if (text.includes(SIGNATURE)) told.push(`${who} ${path}: the signature`)
    }
  }
  const [, signed = ''] = known.links
  const own = [`/passengers/${signed}`, `/passengers/${signed}/waiver`].map(
    (path) => `${path}: the signature`,
  )
  expect(told).toEqual(['buyer', 'stranger'].flatMap((who) => own.map((line) => `${who} ${line}`)))
  // Makes sure that the pages opened, because refused pages would show no weight anyway.
  expect(opened['buyer']).toBeGreaterThan(30)
  expect(opened['stranger']).toBeGreaterThan(20)
})
