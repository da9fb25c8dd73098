import { reportNames } from '#contract/report.ts'
import { addDays } from '#api/rules/time/local-time.ts'
import { type RawQuery } from '#api/db/client.ts'

/** Records for the addresses of staff pages. */
export interface StaffPageSamples {
  order: number
  /** A passenger of the order. */
  passenger: number
  customer: number
  /** The e-mail address of another person. */
  email: string
  flight: number
  departure: number
  departAt: string
  /** The departure date by its terminal's calendar. */
  day: string
  /** The date on which orders were paid. */
  soldDay: string
  reportRun: number
  pilot: number
}

/**
 * Finds the records of a shop that was filled by `populate`: an order of the last weeks and a
 * coming flight, with passengers where one has them.
 */
export async function findStaffPageSamples(
  query: RawQuery,
  reportRun: number,
  now: Date,
): Promise<StaffPageSamples> {
  const { rows: sold } = await query(
    `select id, user_id, (select min(p.id) from passengers p where p.order_id = o.id) as passenger,
       to_char(created_at, 'YYYY-MM-DD') as day,
       (select email from users u where u.email like '%@populated.example' and u.id <> o.user_id
         order by u.id limit 1) as email
     from orders o where cart_hash like 'populated:%'
       and created_at < $1::timestamptz - interval '3 days' order by created_at desc, id limit 1`,
    [now],
  )
  const { rows: flying } = await query(
    `select f.id, s.departure_id, s.depart_at, s.local_date::text as day from flights f join slots s
      on s.id = f.slot_id
     where f.flight_code like 'P%' and s.depart_at > $1
       order by f.seats_sold > 0 desc, s.depart_at, f.id limit 1`,
    [now],
  )
  const { rows: flyers } = await query(
    `select min(u.user_id) as id from user_roles u join roles r on r.id = u.role_id where r.name = 'pilot'`,
  )
  const [order, flight] = [sold[0], flying[0]]
  const departAt = flight?.['depart_at']
  if (!order || !flight || !(departAt instanceof Date)) throw new Error('The shop is not populated')
  return {
    order: Number(order['id']),
    passenger: Number(order['passenger']),
    customer: Number(order['user_id']),
    email: String(order['email']),
    flight: Number(flight['id']),
    departure: Number(flight['departure_id']),
    departAt: departAt.toISOString(),
    day: String(flight['day']),
    soldDay: String(order['day']),
    reportRun,
    pilot: Number(flyers[0]?.['id']),
  }
}

const REPORTS = reportNames

/** The addresses of each route; the first one is opened most often. */
export const staffAddresses: Record<string, (world: StaffPageSamples) => string[]> = {
  'staff._index': () => ['/staff'],
  'staff.audit.csv': ({ order }) => [
    '/staff/audit/csv',
    `/staff/audit/csv?resource=orders&id=${String(order)}`,
  ],
  'staff.audit._index': ({ order, soldDay }) => [
    '/staff/audit',
    '/staff/audit?page=20',
    '/staff/audit?resource=orders',
    `/staff/audit?resource=orders&id=${String(order)}`,
    '/staff/audit?person=staff@example.com',
    `/staff/audit?day=${soldDay}`,
    `/staff/audit?resource=fares&day=${soldDay}`,
  ],
  'staff.call-off': ({ departure, departAt }) => [
    `/staff/call-off?departure=${String(departure)}&at=${encodeURIComponent(departAt)}`,
  ],
  'staff.flights.$flight.delay': ({ flight }) => [
    `/staff/flights/${String(flight)}/delay?minutes=30&reason=weather`,
  ],
  'staff.flights.$flight.transfer': ({ flight }) => [`/staff/flights/${String(flight)}/transfer`],
  'staff.weather._index': ({ day }) => [`/staff/weather?date=${day}`],
  'staff.catalogue._index': () => ['/staff/catalogue'],
  'staff.catalogue.$resource._index': () =>
    ['products', 'departures', 'aircraft', 'discount_codes'].map((one) => `/staff/catalogue/${one}`),
  'staff.catalogue.$resource.$id': () => [
    '/staff/catalogue/products/6',
    '/staff/catalogue/departures/1',
    '/staff/catalogue/brands/1',
  ],
  'staff.catalogue.codes._index': () => ['/staff/catalogue/codes'],
  'staff.catalogue.codes.csv': () => ['/staff/catalogue/codes/csv?discount=1'],
  'staff.catalogue.week': () => ['/staff/catalogue/week'],
  'staff.board': ({ day, flight }) => [
    `/staff/board?date=${day}`,
    `/staff/board?date=${day}&flight=${String(flight)}`,
    `/staff/board?date=${day}&by=pilot`,
    `/staff/board?date=${day}&by=list`,
  ],
  'staff.aircraft': () => ['/staff/aircraft'],
  // What it reads of a plan grows with the parties that are hit, as the preview of a weather day does.
  'staff.rescue': () => ['/staff/rescue'],
  'staff.pilots._index': ({ day }) => ['/staff/pilots', `/staff/pilots?from=${day}`],
  'staff.pilots.$pilot': ({ pilot, day }) => [`/staff/pilots/${String(pilot)}?from=${day}`],
  'staff.grid': ({ day }) => ['/staff/grid', `/staff/grid?date=${day}&party=3&lb=490`],
  'staff.waitlist': () => ['/staff/waitlist'],
  'staff.week': ({ day, departure }) => [
    '/staff/week',
    `/staff/week?from=${day}`,
    '/staff/week?product=6&times=6',
    `/staff/week?from=${day}&open=${String(departure)}.${day}`,
  ],
  'staff.customers._index': () => [
    '/staff/customers',
    ...['buyer77', 'buyer77@populated.example', 'Last77', 'First77 Last', '+12120000077', '0077'].map(
      (q) => `/staff/customers?q=${encodeURIComponent(q)}`,
    ),
  ],
  'staff.customers.$customer._index': ({ customer }) => [`/staff/customers/${String(customer)}`],
  'staff.customers.$customer.merge': ({ customer, email }) => [
    `/staff/customers/${String(customer)}/merge?other=${encodeURIComponent(email)}`,
  ],
  'staff.drawer': () => ['/staff/drawer'],
  'staff.products._index': () => ['/staff/products', '/staff/products?state=sale&brand=1'],
  'staff.products.$product': () => ['/staff/products/6', '/staff/products/new'],
  'staff.flights._index': ({ day }) => [`/staff/flights?date=${day}`],
  'staff.flights.$flight._index': ({ flight }) => [`/staff/flights/${String(flight)}`],
  'staff.integrations': () => ['/staff/integrations'],
  'staff.jobs': () => ['/staff/jobs', '/staff/jobs?state=done'],
  'staff.keys': () => ['/staff/keys'],
  'staff.security': () => ['/staff/security'],
  'staff.passkey': () => ['/staff/passkey'],
  // It answers a script alone.
  'staff.passkey-challenge': () => [],
  'staff.members-prices': () => ['/staff/members-prices'],
  'staff.mails': () => [
    '/staff/mails',
    '/staff/mails?state=sent',
    '/staff/mails?state=sent&page=20',
    '/staff/mails?state=queued',
    '/staff/mails?to=buyer77@populated.example',
  ],
  'staff.office': () => ['/staff/office'],
  'staff.care': () => ['/staff/care'],
  'staff.content._index': () => ['/staff/content', '/staff/content?brand=2'],
  'staff.content.$brand.$text': () => ['/staff/content/1/faq', '/staff/content/1/waiver?look=0'],
  'staff.texts': () => ['/staff/texts', '/staff/texts?state=sent', '/staff/texts?state=queued&page=2'],
  'staff.orders._index': ({ order }) => [
    '/staff/orders',
    '/staff/orders?page=20',
    '/staff/orders?status=completed',
    '/staff/orders?status=refunded',
    '/staff/orders?status=awaiting_payment',
    '/staff/orders?flies=today',
    '/staff/orders?flies=week&weights=missing',
    '/staff/orders?channel=phone',
    '/staff/orders?sold=me_today',
    '/staff/orders?refunded=week',
    ...[
      'O-' + String(order),
      'buyer77@populated.example',
      'buyer77',
      'Last77',
      'Passenger 77',
      '+12120000077',
      '4242',
      'ABCD-EFGH-JKLM',
    ].map((q) => `/staff/orders?q=${encodeURIComponent(q)}`),
  ],
  'staff.orders.mail': ({ order }) => [
    `/staff/orders/mail?kind=ticket&order=${String(order)}`,
    '/staff/orders/mail?kind=ticket&flies=today&all=yes',
    '/staff/orders/mail?kind=payment&status=awaiting_payment&all=yes',
    '/staff/orders/mail?kind=passengers&flies=week&weights=missing&all=yes',
  ],
  'staff.orders.print': ({ order }) => [
    `/staff/orders/print?order=${String(order)}`,
    '/staff/orders/print?flies=today&all=yes',
  ],
  'staff.orders.csv': () => ['/staff/orders/csv?flies=today', '/staff/orders/csv'],
  'staff.orders.$order_.guests.$passenger': ({ order, passenger }) => [
    `/staff/orders/${String(order)}/guests/${String(passenger)}`,
  ],
  'staff.orders.$order_.guests._index': ({ order }) => [
    `/staff/orders/${String(order)}/guests`,
    `/staff/orders/${String(order)}/guests?n=3`,
  ],
  'staff.orders.$order_.extras': ({ order }) => [`/staff/orders/${String(order)}/extras`],
  'staff.orders.$order': ({ order }) => [`/staff/orders/${String(order)}`],
  'staff.orders.$order_.move': ({ order, day }) => [
    `/staff/orders/${String(order)}/move`,
    `/staff/orders/${String(order)}/move?date=${day}`,
  ],
  // Whoever measures the pages makes an agent first.
  'staff.agents._index': () => ['/staff/agents'],
  'staff.agents.$agent': () => ['/staff/agents/1'],
  'staff.approvals': () => ['/staff/approvals', '/staff/approvals?state=all'],
  'staff.payouts._index': () => ['/staff/payouts', '/staff/payouts?page=3'],
  'staff.payouts.$payout': () => ['/staff/payouts/1', '/staff/payouts/1?page=2'],
  'staff.people': () => ['/staff/people'],
  'staff.promises': () => ['/staff/promises'],
  'staff.reports._index': ({ soldDay }) => [
    '/staff/reports',
    `/staff/reports?from=${soldDay}&to=${soldDay}`,
    `/staff/reports?from=${soldDay}&to=${addDays(soldDay, 6)}&brand=2`,
  ],
  'staff.reports.overview.csv': ({ soldDay }) => [
    `/staff/reports/overview/csv?from=${soldDay}&to=${soldDay}`,
  ],
  'staff.reports.tables': ({ soldDay }) =>
    REPORTS.map((name) => `/staff/reports/tables?name=${name}&from=${soldDay}&to=${soldDay}`),
  'staff.reports.csv': ({ soldDay }) => [`/staff/reports/csv?name=sales&from=${soldDay}&to=${soldDay}`],
  'staff.reports.rows._index': ({ soldDay }) =>
    REPORTS.map((name) => `/staff/reports/rows?name=${name}&from=${soldDay}&to=${soldDay}`),
  'staff.reports.rows.csv': ({ soldDay }) => [
    `/staff/reports/rows/csv?name=yield&by=pilot&from=${soldDay}&to=${soldDay}`,
  ],
  'staff.reports.saved._index': () => ['/staff/reports/saved'],
  // Whoever measures the pages saves one first.
  'staff.reports.saved.$report': () => ['/staff/reports/saved/1'],
  'staff.reports.day': ({ soldDay }) => [`/staff/reports/day?day=${soldDay}`],
  'staff.reports.runs.$run._index': ({ reportRun }) => [`/staff/reports/runs/${String(reportRun)}`],
  'staff.reports.runs.$run.csv': ({ reportRun }) => [`/staff/reports/runs/${String(reportRun)}/csv`],
  'staff.scan': ({ flight, order }) => [
    '/staff/scan',
    `/staff/scan?flight=${String(flight)}`,
    `/staff/scan?flight=${String(flight)}&order=${String(order)}`,
  ],
  'staff.search': ({ order }) => [
    '/staff/search',
    ...[
      String(order),
      'buyer77@populated.example',
      'buyer7',
      'Last77',
      'Passenger 77',
      '+12120000077',
      '0077',
      '4242',
      'new yorker',
      'ABCD-EFGH-JKLM-NPQR',
    ].map((q) => `/staff/search?q=${encodeURIComponent(q)}`),
  ],
  'staff.sell': ({ day }) => [
    '/staff/sell',
    `/staff/sell?product=6&date=${day}`,
    '/staff/sell?q=buyer77@populated.example',
    '/staff/sell?q=5550177',
  ],
}

/** These pages read no table that grows with sales. */
export const unmeasuredStaffRoutes = [
  'staff.sign-in',
  'staff.flights.$flight.photos',
  // A page test covers a version that was printed.
  'staff.flights.$flight.manifest',
  // A page test covers the pages of a cancelled departure.
  'staff.orders.$order_.answer',
  'staff.weather.$day',
  'staff.weather.holds.$hold',
  // A test of agents covers their statements, which have the orders of a month.
  'staff.agents.statements.$statement._index',
  'staff.agents.statements.$statement.csv',
]
