/**
 * Whom a limit counts: calls from one network, about one e-mail, by one payer of an order, and so
 * on.
 */
export type Subject = 'everybody' | 'address' | 'email' | 'email and address' | 'session' | 'order'

export interface Limit {
  by: Subject
  tries: number
  minutes: number
  /** `failures`: a call that went well is not counted. */
  counts: 'calls' | 'failures'
}

export interface CallLimit {
  /** Calls with the same name are counted together. */
  name: string
  limits: readonly Limit[]
  /** What counts as a failure. */
  failures: readonly number[]
  /**
   * `everywhere`: all processes count together. `here`: each process by itself, for calls that only
   * cost us time: a count that has to be written down would cost more than the answer.
   */
  counted: 'everywhere' | 'here'
}

const calls = (by: Subject, tries: number, minutes: number): Limit => ({
  by,
  tries,
  minutes,
  counts: 'calls',
})
const failures = (by: Subject, tries: number, minutes: number): Limit => ({
  by,
  tries,
  minutes,
  counts: 'failures',
})

const guarded = (name: string, failing: readonly number[], ...limits: Limit[]): CallLimit => ({
  name,
  limits,
  failures: failing,
  counted: 'everywhere',
})
const fairUse = (name: string, ...limits: Limit[]): CallLimit => ({
  name,
  limits,
  failures: [],
  counted: 'here',
})

const HOUR = 60
const DAY = 24 * HOUR

/**
 * How often is too often. One address may be a hotel, an office or a family of phones, so limits by
 * address leave room for a dozen people at once; what is tight counts failures, which people in
 * earnest have few of.
 */
export const limitRules = {
  /**
   * Passwords. Ten wrong ones in a quarter of an hour is a person who does not remember; fifty from
   * one network are five of them. The e-mail alone stands for guessing from many networks: 100 an
   * hour find no password worth its name, and to lock somebody out by it takes ten networks. The
   * calls themselves are counted because checking a password costs.
   */
  login: guarded(
    'login',
    [401],
    failures('email and address', 10, 15),
    failures('address', 50, 15),
    failures('email', 100, HOUR),
    calls('address', 200, 15),
  ),
  /**
   * A password asked for once more by somebody who is logged in: a browser left open is not to be a
   * way of guessing it.
   */
  ownPassword: guarded(
    'own-password',
    [422],
    failures('session', 10, 15),
    failures('address', 50, 15),
    calls('session', 30, 15),
  ),
  /**
   * Codes of an app; beside it the account itself waits after eight wrong ones
   * (`second-factor.ts`).
   */
  secondFactor: guarded(
    'second-factor',
    [422],
    failures('session', 8, 15),
    failures('address', 40, 15),
    calls('session', 30, 15),
  ),
  /** Reads everything there is of somebody; nobody in earnest needs it twice an hour. */
  accountExport: guarded('account-export', [], calls('session', 10, HOUR), calls('address', 60, HOUR)),
  /**
   * Registering says whether an e-mail is known; a tour group of twenty in one hotel registers
   * within the hour.
   */
  register: guarded(
    'register',
    [],
    calls('address', 20, HOUR),
    calls('address', 60, DAY),
    calls('email', 5, HOUR),
  ),
  /** Each sends a mail to somebody who may not have asked for it. */
  reset: guarded('reset', [], calls('email', 3, 15), calls('email', 6, DAY), calls('address', 20, HOUR)),
  /** Asks for the password and sends a mail to an address somebody typed: both are limited. */
  emailChanges: guarded(
    'email-changes',
    [422],
    failures('session', 10, 15),
    calls('email', 3, 15),
    calls('email', 6, DAY),
    calls('session', 10, HOUR),
    calls('address', 20, HOUR),
  ),
  /** Mailed links hold 256 random bits: nobody guesses one, and nobody gets to try for long. */
  mailedLinks: guarded(
    'mailed-links',
    [404, 422],
    failures('address', 30, HOUR),
    calls('address', 120, HOUR),
  ),
  /**
   * Opened again and again until the day: an office of people who fly stays below; who guesses 192
   * bits is stopped.
   */
  orderLinks: guarded('order-links', [404], failures('address', 30, HOUR), calls('address', 600, HOUR)),
  /** Each decodes a picture: a card full of them after a day of flying, and no more. */
  photos: guarded('photos', [], calls('session', 600, HOUR)),
  /** A mistyped e-mail put right; each sends a mail, and so tells nobody much. */
  orderEmails: guarded(
    'order-emails',
    [],
    calls('session', 6, HOUR),
    calls('email', 5, HOUR),
    calls('address', 40, HOUR),
  ),
  /** Each may send a mail to an address somebody typed. */
  resumptions: guarded(
    'resumptions',
    [],
    calls('email', 3, 15),
    calls('email', 6, DAY),
    calls('address', 40, HOUR),
  ),
  /**
   * Codes to go on on another device: 38 bits, a day long, for one use. Ten wrong ones an hour are
   * a thumb that slips. All the world together gets 600 an hour: with a thousand codes alive, a
   * whole day of guessing finds one of them with a chance of one in twenty thousand. Who is locked
   * out by it still has the mailed link.
   */
  resumeCodes: guarded(
    'resume-codes',
    [404, 422],
    failures('address', 10, HOUR),
    failures('address', 30, DAY),
    failures('everybody', 600, HOUR),
  ),
  /** A family fills in six forms and corrects some; who tries weights one by one is stopped. */
  passengerForms: guarded(
    'passenger-forms',
    [404],
    calls('address', 40, HOUR),
    failures('address', 10, HOUR),
  ),
  /**
   * Links renewed and mailed: sixty is the largest party, once. A link that was made anew may be
   * mailed at once, so what one mailbox gets is counted by itself.
   */
  passengerLinks: guarded(
    'passenger-links',
    [],
    calls('email', 20, HOUR),
    calls('session', 70, HOUR),
    calls('address', 140, HOUR),
  ),
  /** A guest's token is asked for once or twice a purchase. */
  customers: guarded('customers', [], calls('address', 60, 15), calls('email', 30, HOUR)),
  /**
   * Gift, discount and voucher codes. Their 60 bits cannot be guessed; who tries is stopped all the
   * same.
   */
  codes: guarded(
    'codes',
    [404, 422],
    failures('session', 10, HOUR),
    failures('address', 30, HOUR),
    failures('address', 60, DAY),
  ),
  /**
   * Each sends a mail with somebody's own words; who gives more in an hour than a company's party
   * buys gifts elsewhere.
   */
  giftShares: guarded(
    'gift-shares',
    [404, 422],
    calls('session', 30, HOUR),
    failures('session', 20, HOUR),
    calls('address', 90, DAY),
  ),
  /**
   * One's own codes to one's own mailbox: who lost the mail asks once, and looks into the wrong
   * folder once more.
   */
  codeMails: guarded(
    'code-mails',
    [],
    calls('session', 3, HOUR),
    calls('session', 6, DAY),
    calls('address', 40, HOUR),
  ),
  /**
   * Codes typed beside a price, counted only when there is no such code. The price is answered all
   * the same, so each process counts by itself.
   */
  quotedCodes: fairUse('quoted-codes', failures('session', 10, HOUR), failures('address', 30, HOUR)),
  /**
   * Cards. A shopper in earnest tries two or three; thieves try hundreds, each on another order in
   * another session, so the network's own limit is what stops them: thirty an hour, sixty a day.
   */
  payments: guarded(
    'payments',
    [422],
    failures('session', 12, HOUR),
    failures('order', 12, HOUR),
    failures('address', 30, HOUR),
    failures('address', 60, DAY),
    calls('session', 60, 15),
    calls('order', 60, 15),
    calls('address', 200, 15),
  ),
  /**
   * Saving a card asks its bank, and costs nothing: the cheapest way to find out which stolen cards
   * work. People in earnest add one or two and mistype one; who saves a hundred a day from one
   * network has other people's.
   */
  cards: guarded(
    'cards',
    [422],
    failures('session', 8, HOUR),
    failures('address', 20, HOUR),
    failures('address', 40, DAY),
    calls('session', 20, 15),
    calls('address', 60, 15),
    calls('address', 120, DAY),
  ),
  /**
   * What gives money back. A desk works off a called-off day in an afternoon; a stolen token
   * empties the till no faster.
   */
  refunds: guarded('refunds', [], calls('session', 60, 15), calls('session', 300, DAY)),
  /**
   * Each reads everything there is, and asks the provider; by hand it is pressed a few times in a
   * bad hour.
   */
  promiseRuns: guarded('promise-runs', [], calls('session', 6, 15), calls('session', 30, DAY)),
  /** Each reads a long span of the books. */
  reportRuns: guarded('report-runs', [], calls('session', 20, 15), calls('session', 100, DAY)),
  /** Each may make a thousand codes. */
  codeBatches: guarded('code-batches', [], calls('session', 20, 15), calls('session', 60, DAY)),
  /** Each asks the provider; who thinks it over joins, ends and takes back a few times. */
  memberships: guarded('memberships', [], calls('session', 20, 15), calls('address', 120, 15)),
  /**
   * Orders hold seats; how many at once is for the caps (`hold-caps.ts`), this is for how quickly
   * they come and go.
   */
  holds: guarded('holds', [], calls('session', 60, 15), calls('address', 120, 15)),
  /**
   * Each new entry sends a mail to somebody who may not have asked for it, and may keep seats from
   * others later.
   */
  waitlist: guarded(
    'waitlist',
    [],
    calls('email', 10, HOUR),
    calls('address', 30, HOUR),
    calls('address', 90, DAY),
  ),
  /**
   * Each is read by somebody at the desk. A class that answers the survey from one network stays
   * below; all the world together may not bury the desk's mailbox, which also has a telephone.
   */
  formEntries: guarded(
    'form-entries',
    [],
    calls('email', 6, HOUR),
    calls('email', 12, DAY),
    calls('address', 20, HOUR),
    calls('address', 60, DAY),
    calls('everybody', 1500, HOUR),
  ),
  /**
   * Each may mail a question to somebody who did not ask for it: a mailbox gets two an hour, four a
   * day.
   */
  newsletterSignUps: guarded(
    'newsletter-sign-ups',
    [],
    calls('email', 2, HOUR),
    calls('email', 4, DAY),
    calls('address', 15, HOUR),
    calls('address', 40, DAY),
  ),
  /**
   * Mail programs end a list, or reminders, for their readers from few addresses of their own, so
   * who is heard is not counted.
   */
  newsletterStops: fairUse('newsletter-stops', calls('address', 1200, 1)),
  /**
   * Each may mail somebody a link they did not ask for; whoever has lost theirs asks once or twice.
   */
  claimLinks: guarded(
    'claim-links',
    [],
    calls('email', 5, HOUR),
    calls('address', 20, HOUR),
    calls('address', 60, DAY),
  ),
  /** Kept for a day each. */
  drafts: guarded('drafts', [], calls('address', 120, 15)),
  /** Every step of the form keeps what was typed. */
  draftChanges: fairUse('draft-changes', calls('address', 600, 5)),
  /**
   * A page of the calendar asks two or three times; an office of fifty who all click at once stays
   * below.
   */
  availability: fairUse('availability', calls('address', 3000, 1)),
  /** Looks through every flight's days: an office of fifty who all search at once stays below. */
  search: fairUse('search', calls('address', 600, 1)),
  /** Another system that asks ten times a second asks too often for what it needs. */
  apiKeys: fairUse('api-keys', calls('session', 600, 1)),
  quotes: fairUse('quotes', calls('address', 3000, 1)),
  reads: fairUse('reads', calls('address', 6000, 1)),
  /**
   * The shop asks before each page it keeps, for all visitors together and one question after the
   * other. Refused, it would have to make every page anew, just when most people come.
   */
  version: fairUse('version', calls('address', 120_000, 1)),
  writes: guarded('writes', [], calls('session', 120, 15), calls('address', 600, 15)),
} as const satisfies Record<string, CallLimit>

/** Calls with limits of their own; every other has its method's. */
export const limitedCalls: Readonly<Record<string, CallLimit | 'unlimited'>> = {
  'POST /v1/user_token': limitRules.login,
  'POST /v1/users': limitRules.register,
  'POST /v1/password_resets': limitRules.reset,
  'GET /v1/password_resets/:token': limitRules.mailedLinks,
  'PUT /v1/password_resets/:token': limitRules.mailedLinks,
  'POST /v1/email_proofs': limitRules.reset,
  'POST /v1/email_changes': limitRules.emailChanges,
  'POST /v1/second_factor': limitRules.secondFactor,
  'PUT /v1/second_factor': limitRules.secondFactor,
  'PUT /v1/users/me/password': limitRules.ownPassword,
  'POST /v1/users/me/erasure': limitRules.ownPassword,
  'GET /v1/users/me/export': limitRules.accountExport,
  'GET /v1/email_proofs/:token': limitRules.mailedLinks,
  'PUT /v1/email_proofs/:token': limitRules.mailedLinks,
  'POST /v1/customers': limitRules.customers,
  'POST /v1/resumptions': limitRules.resumptions,
  'POST /v1/resumptions/open': limitRules.resumeCodes,
  'POST /v1/reminder_stops': limitRules.newsletterStops,
  'GET /v1/discount_codes/:code': limitRules.codes,
  'POST /v1/drafts': limitRules.drafts,
  'PUT /v1/drafts/:id': limitRules.draftChanges,
  'POST /v1/waitlist_entries': limitRules.waitlist,
  'GET /v1/waitlist_entries/:token': limitRules.mailedLinks,
  'DELETE /v1/waitlist_entries/:token': limitRules.mailedLinks,
  'GET /v1/reschedule_claims/:token': limitRules.mailedLinks,
  'POST /v1/reschedule_claims/:token/answer': limitRules.mailedLinks,
  'POST /v1/reschedule_claims/:token/alternatives': limitRules.mailedLinks,
  'POST /v1/reschedule_claim_links': limitRules.claimLinks,
  'GET /v1/waitlist_offers/:token': limitRules.mailedLinks,
  'POST /v1/waitlist_offers/:token/decline': limitRules.mailedLinks,
  'POST /v1/form_entries': limitRules.formEntries,
  'POST /v1/newsletter_sign_ups': limitRules.newsletterSignUps,
  'POST /v1/newsletter_sign_ups/confirm': limitRules.mailedLinks,
  'POST /v1/newsletter_stops': limitRules.newsletterStops,
  'POST /v1/orders': limitRules.holds,
  'PUT /v1/orders/:id/email': limitRules.orderEmails,
  'POST /v1/payments': limitRules.payments,
  // Takes cards as payments do, and counts with them.
  'PATCH /v1/orders/:id/update_upgrades': limitRules.payments,
  'POST /v1/orders/:id/upgrade_quotes': limitRules.quotes,
  'PATCH /v1/orders/:id/reschedule_flight': limitRules.payments,
  'POST /v1/orders/:id/reschedule_quotes': limitRules.quotes,
  'POST /v1/orders/:id/staff_reschedule_quotes': limitRules.quotes,
  'POST /v1/orders/:id/staff_reschedules': limitRules.refunds,
  'POST /v1/reschedule_links': limitRules.reset,
  'POST /v1/reschedule_links/open': limitRules.mailedLinks,
  'POST /v1/payment_links/preview': limitRules.mailedLinks,
  'POST /v1/payment_links/open': limitRules.mailedLinks,
  'POST /v1/orders/:id/payment_links': limitRules.refunds,
  'POST /v1/vouchers': limitRules.refunds,
  'POST /v1/gift_cards': limitRules.refunds,
  'POST /v1/prizes': limitRules.refunds,
  'POST /v1/refunds': limitRules.refunds,
  // Each moves everything somebody has.
  'POST /v1/customer_merges': limitRules.refunds,
  'POST /v1/mails/:id/copies': limitRules.refunds,
  'POST /v1/mails/:id/corrections': limitRules.refunds,
  'POST /v1/promise_runs': limitRules.promiseRuns,
  'POST /v1/report_runs': limitRules.reportRuns,
  'POST /v1/discount_code_batches': limitRules.codeBatches,
  'POST /v1/orders/:id/cancellation': limitRules.refunds,
  'POST /v1/orders/:id/staff_cancellations': limitRules.refunds,
  'POST /v1/codes': limitRules.codes,
  // Tries codes as the box for codes does.
  'POST /v1/orders/:id/counter_quotes': limitRules.codes,
  'POST /v1/gift_cards/share': limitRules.giftShares,
  // Each may send a mail to another address.
  'PATCH /v1/gift_shares/:id': limitRules.giftShares,
  'GET /v1/gifts/:token': limitRules.mailedLinks,
  'POST /v1/gifts/:token/open': limitRules.mailedLinks,
  'PATCH /v1/gifts/:token': limitRules.mailedLinks,
  'POST /v1/code_mails': limitRules.codeMails,
  'POST /v1/users/:id/credit_cards': limitRules.cards,
  'POST /v1/subscriptions': limitRules.memberships,
  'PATCH /v1/subscriptions/:id': limitRules.memberships,
  'POST /v1/subscriptions/:id/payment': limitRules.memberships,
  'GET /v1/availability/month': limitRules.availability,
  'GET /v1/availability/day': limitRules.availability,
  'POST /v1/availability/month': limitRules.availability,
  'POST /v1/availability/day': limitRules.availability,
  'GET /v1/availability/next': limitRules.availability,
  'GET /v1/search': limitRules.search,
  'GET /v1/receipt_links/:token': limitRules.orderLinks,
  'GET /v1/order_links/:token': limitRules.orderLinks,
  'GET /v1/order_links/:token/calendar.ics': limitRules.orderLinks,
  'GET /v1/order_links/:token/photos/:photo': limitRules.orderLinks,
  'POST /v1/flights/:id/photos': limitRules.photos,
  'GET /v1/passenger_links/:token': limitRules.mailedLinks,
  'PUT /v1/passenger_links/:token': limitRules.passengerForms,
  'POST /v1/orders/:id/passengers/:passenger/link': limitRules.passengerLinks,
  'POST /v1/orders/:id/passengers/:passenger/mails': limitRules.passengerLinks,
  'POST /v1/quotes': limitRules.quotes,
  'GET /v1/version': limitRules.version,
  // A provider in earnest is told by its signature, which costs less to check than a call to count.
  'POST /v1/stripe/webhooks': 'unlimited',
}

/** The limits of a call, `POST /v1/orders` say. */
export function getCallLimits(call: string): CallLimit | undefined {
  const own = limitedCalls[call]
  if (own !== undefined) return own === 'unlimited' ? undefined : own
  return call.startsWith('GET ') ? limitRules.reads : limitRules.writes
}

/** `about 3 minutes`, never less than what is left. */
export function formatWait(seconds: number): string {
  if (seconds <= 60) return 'a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return `about ${String(minutes)} minutes`
  return `about ${String(Math.ceil(minutes / 60))} hours`
}

/** What a limited caller is told: how long, and that nothing is lost. */
export function limitSentence(seconds: number): string {
  return `Too many tries. Please wait ${formatWait(seconds)} and try again; nothing is lost.`
}
