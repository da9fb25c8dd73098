import { isIPv4, isIPv6 } from 'node:net'
import { isQuestion } from '#contract/public-reads.ts'

/** What a limit counts calls by: a network address, an e-mail, the payer of an order, and so on. */
export type Subject = 'everybody' | 'address' | 'email' | 'email and address' | 'session' | 'order'

export interface Limit {
  by: Subject
  tries: number
  minutes: number
  /** With `failures`, a successful call is not counted. */
  counts: 'calls' | 'failures'
}

export interface CallLimit {
  /** Calls with the same name are counted together. */
  name: string
  limits: readonly Limit[]
  /** The response statuses that count as failures. */
  failures: readonly number[]
  /**
   * `everywhere`: all processes share one count. `here`: each process counts for itself. That is
   * for calls that only cost processing time, where a shared count would cost more than the answer.
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
 * The limits of all calls. One address may be a hotel, an office or a family of phones, so limits
 * by address leave room for a dozen people at once. Tight limits count failures only, because
 * honest users have few of them.
 */
export const limitRules = {
  /**
   * Passwords. Ten wrong ones in a quarter of an hour suggest a forgotten password; fifty from one
   * network suggest five such people. The limit by e-mail alone stops guessing from many networks:
   * 100 tries an hour find no reasonable password, and locking somebody out takes ten networks.
   * Every call counts because checking a password is expensive.
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
   * A logged-in user enters the password again. The limit stops a stranger at an open browser from
   * guessing it.
   */
  ownPassword: guarded(
    'own-password',
    [422],
    failures('session', 10, 15),
    failures('address', 50, 15),
    calls('session', 30, 15),
  ),
  /**
   * Codes of an authenticator app, and the password when a customer sets one up. The account also
   * locks after eight wrong codes
   * (`second-factor.ts`).
   */
  secondFactor: guarded(
    'second-factor',
    [422],
    failures('session', 8, 15),
    failures('address', 40, 15),
    calls('session', 30, 15),
  ),
  /** New codes on paper: each time a mail says so. */
  newRecoveryCodes: guarded('new-recovery-codes', [], calls('session', 5, HOUR), calls('address', 20, HOUR)),
  /** Answers of passkeys: nobody guesses one, but checking a signature takes time. */
  passkeys: guarded('passkeys', [422], failures('address', 40, 15), calls('address', 200, 15)),
  /** Each challenge is a row until it is answered or five minutes old. */
  passkeyChallenges: guarded('passkey-challenges', [], calls('address', 120, 15)),
  /** The export reads all data of a person, which nobody honest needs twice an hour. */
  accountExport: guarded('account-export', [], calls('session', 10, HOUR), calls('address', 60, HOUR)),
  /**
   * Registration reveals whether an e-mail is known. A tour group of twenty in one hotel can still
   * register within the hour.
   */
  register: guarded(
    'register',
    [],
    calls('address', 20, HOUR),
    calls('address', 60, DAY),
    calls('email', 5, HOUR),
  ),
  /** Each call sends a mail to somebody who may not have asked for it. */
  reset: guarded('reset', [], calls('email', 3, 15), calls('email', 6, DAY), calls('address', 20, HOUR)),
  /** Each call checks the password and mails a typed address, so both are limited. */
  emailChanges: guarded(
    'email-changes',
    [422],
    failures('session', 10, 15),
    calls('email', 3, 15),
    calls('email', 6, DAY),
    calls('session', 10, HOUR),
    calls('address', 20, HOUR),
  ),
  /** Mailed links hold 256 random bits and cannot be guessed; the limit stops long attempts. */
  mailedLinks: guarded(
    'mailed-links',
    [404, 422],
    failures('address', 30, HOUR),
    calls('address', 120, HOUR),
  ),
  /**
   * Buyers open their link again and again until the day of the flight, and an office of buyers
   * stays below the limit. The limit stops attempts to guess its 192 bits.
   */
  orderLinks: guarded('order-links', [404], failures('address', 30, HOUR), calls('address', 600, HOUR)),
  /** Each call decodes a picture. The limit is a full memory card after a day of flying. */
  photos: guarded('photos', [], calls('session', 600, HOUR)),
  /** Each call decodes a picture and keeps a megabyte. A shop has some dozens of products. */
  productPhotos: guarded('product-photos', [], calls('session', 120, HOUR)),
  /** A guest corrects a mistyped e-mail. Each call sends a mail, so it reveals little. */
  orderEmails: guarded(
    'order-emails',
    [],
    calls('session', 6, HOUR),
    calls('email', 5, HOUR),
    calls('address', 40, HOUR),
  ),
  /** Each call may send a mail to a typed address. */
  resumptions: guarded(
    'resumptions',
    [],
    calls('email', 3, 15),
    calls('email', 6, DAY),
    calls('address', 40, HOUR),
  ),
  /**
   * Codes that continue a checkout on another device: 38 bits, valid for a day and for one use. Ten
   * wrong ones an hour allow for typos. All callers together get 600 an hour: with a thousand valid
   * codes, a day of guessing finds one with a chance of one in twenty thousand. A locked-out
   * shopper still has the mailed link.
   */
  resumeCodes: guarded(
    'resume-codes',
    [404, 422],
    failures('address', 10, HOUR),
    failures('address', 30, DAY),
    failures('everybody', 600, HOUR),
  ),
  /**
   * The guests of a terminal share its Wi-Fi, and with it one address: a hundred an hour, each with a
   * correction. The limit stops attempts to find out weights one by one.
   */
  passengerForms: guarded(
    'passenger-forms',
    [404],
    calls('address', 240, HOUR),
    failures('address', 10, HOUR),
  ),
  /**
   * The pages of guests, who share the address of the terminal's Wi-Fi. The limit stops attempts to
   * guess the 108 bits of a party's signature, or the 192 of a guest's own link.
   */
  guestPages: guarded('guest-pages', [404], failures('address', 30, HOUR), calls('address', 900, HOUR)),
  /**
   * Passenger links that are renewed and mailed: sixty is the largest party, once. A new link may
   * be mailed at once, so the mails to one mailbox are counted separately.
   */
  passengerLinks: guarded(
    'passenger-links',
    [],
    calls('email', 20, HOUR),
    calls('session', 70, HOUR),
    calls('address', 140, HOUR),
  ),
  /** A shop asks for a guest's token once or twice per purchase. */
  customers: guarded('customers', [], calls('address', 60, 15), calls('email', 30, HOUR)),
  /**
   * Gift, discount and voucher codes. Their 60 bits cannot be guessed; the limit stops attempts
   * anyway.
   */
  codes: guarded(
    'codes',
    [404, 422],
    failures('session', 10, HOUR),
    failures('address', 30, HOUR),
    failures('address', 60, DAY),
  ),
  /**
   * Each call sends a mail with text the sender wrote. A company that gives to a whole party stays
   * below the limit.
   */
  giftShares: guarded(
    'gift-shares',
    [404, 422],
    calls('session', 30, HOUR),
    failures('session', 20, HOUR),
    calls('address', 90, DAY),
  ),
  /**
   * Mails an account's own codes to its own mailbox. The limit allows for a lost mail and a second
   * look.
   */
  codeMails: guarded(
    'code-mails',
    [],
    calls('session', 3, HOUR),
    calls('session', 6, DAY),
    calls('address', 40, HOUR),
  ),
  /**
   * Codes typed beside a price; only unknown codes count. The price is answered either way, so each
   * process counts for itself.
   */
  quotedCodes: fairUse('quoted-codes', failures('session', 10, HOUR), failures('address', 30, HOUR)),
  /**
   * Cards. An honest shopper tries two or three, a thief hundreds, each on another order in another
   * session. So the limit by network stops thieves: thirty an hour, sixty a day.
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
   * Saving a card asks the card's bank and costs nothing, so it is the cheapest way to test stolen
   * cards. Honest shoppers add one or two cards and mistype one.
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
   * Calls that give money back. Staff can refund a whole cancelled day in an afternoon; a stolen
   * token cannot work faster.
   */
  refunds: guarded('refunds', [], calls('session', 60, 15), calls('session', 300, DAY)),
  /**
   * Each run reads all orders and asks the payment provider. Staff start a few runs by hand when
   * something is wrong.
   */
  promiseRuns: guarded('promise-runs', [], calls('session', 6, 15), calls('session', 30, DAY)),
  /** Each run reads a long period of the ledger. */
  reportRuns: guarded('report-runs', [], calls('session', 20, 15), calls('session', 100, DAY)),
  /** Each call may create a thousand codes. */
  codeBatches: guarded('code-batches', [], calls('session', 20, 15), calls('session', 60, DAY)),
  /**
   * Each call asks the payment provider. A member who hesitates joins, cancels and resumes a few
   * times.
   */
  memberships: guarded('memberships', [], calls('session', 20, 15), calls('address', 120, 15)),
  /**
   * Orders hold seats. The hold limits (`hold-limits.ts`) say how many at once; this limit says how
   * fast.
   */
  holds: guarded('holds', [], calls('session', 60, 15), calls('address', 120, 15)),
  /**
   * Each new entry mails somebody who may not have asked for it, and may later keep seats from
   * other shoppers.
   */
  waitlist: guarded(
    'waitlist',
    [],
    calls('email', 10, HOUR),
    calls('address', 30, HOUR),
    calls('address', 90, DAY),
  ),
  /**
   * Staff read each entry. A class that answers the survey from one network stays below the limit.
   * The limit for all callers together keeps the mailbox usable.
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
   * Each call may mail somebody who did not sign up, so a mailbox gets two an hour and four a day.
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
   * Mail programs unsubscribe their users from few addresses of their own, so successful calls are
   * not counted.
   */
  newsletterStops: fairUse('newsletter-stops', calls('address', 1200, 1)),
  /**
   * Each call may mail a link to somebody who did not ask for it. A customer who lost the link asks
   * once or twice.
   */
  claimLinks: guarded(
    'claim-links',
    [],
    calls('email', 5, HOUR),
    calls('address', 20, HOUR),
    calls('address', 60, DAY),
  ),
  /** The service stores each draft for a day. */
  drafts: guarded('drafts', [], calls('address', 120, 15)),
  /** Every step of the form saves what was typed. */
  draftChanges: fairUse('draft-changes', calls('address', 600, 5)),
  /**
   * A page of the calendar asks two or three times; an office of fifty who click at once stays
   * below the limit.
   */
  availability: fairUse('availability', calls('address', 3000, 1)),
  /**
   * Each search reads the days of every flight; an office of fifty who search at once stays below
   * the limit.
   */
  search: fairUse('search', calls('address', 600, 1)),
  /** Another system that asks ten times a second asks more often than it needs to. */
  apiKeys: fairUse('api-keys', calls('session', 600, 1)),
  quotes: fairUse('quotes', calls('address', 3000, 1)),
  reads: fairUse('reads', calls('address', 6000, 1)),
  /**
   * The shop asks for the version before it serves a cached page, for all visitors together and one
   * request at a time. A refusal would make it render every page anew, just when most visitors
   * come.
   */
  version: fairUse('version', calls('address', 120_000, 1)),
  writes: guarded('writes', [], calls('session', 120, 15), calls('address', 600, 15)),
} as const satisfies Record<string, CallLimit>

/** Calls with limits of their own. Every other call has the limit of its method. */
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
  'DELETE /v1/second_factor': limitRules.secondFactor,
  'PUT /v1/second_factor/passkey': limitRules.passkeys,
  'POST /v1/user_token/passkey': limitRules.passkeys,
  'POST /v1/passkeys': limitRules.passkeys,
  'POST /v1/passkey_challenges': limitRules.passkeyChallenges,
  'POST /v1/second_factor/recovery_codes': limitRules.newRecoveryCodes,
  'PUT /v1/second_factor/recovery_codes': limitRules.secondFactor,
  'PUT /v1/users/me/password': limitRules.ownPassword,
  'POST /v1/users/me/erasure': limitRules.ownPassword,
  'GET /v1/users/me/export': limitRules.accountExport,
  'GET /v1/email_proofs/:token': limitRules.mailedLinks,
  'PUT /v1/email_proofs/:token': limitRules.mailedLinks,
  'POST /v1/customers': limitRules.customers,
  'POST /v1/resumptions': limitRules.resumptions,
  'POST /v1/resumptions/open': limitRules.resumeCodes,
  'POST /v1/reminder_stops': limitRules.newsletterStops,
  'PUT /v1/care_stops': limitRules.newsletterStops,
  'GET /v1/discount_codes/:code': limitRules.codes,
  'POST /v1/drafts': limitRules.drafts,
  'PUT /v1/drafts/:id': limitRules.draftChanges,
  'POST /v1/waitlist_entries': limitRules.waitlist,
  'GET /v1/waitlist_entries/:token': limitRules.mailedLinks,
  'DELETE /v1/waitlist_entries/:token': limitRules.mailedLinks,
  'GET /v1/reschedule_claims/:token': limitRules.mailedLinks,
  'POST /v1/reschedule_claims/:token/openings': limitRules.mailedLinks,
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
  // This call charges cards as payments do, so it shares their count.
  'PATCH /v1/orders/:id/update_upgrades': limitRules.payments,
  'POST /v1/orders/:id/upgrade_quotes': limitRules.quotes,
  'POST /v1/orders/:id/guests': limitRules.payments,
  'POST /v1/orders/:id/guest_quotes': limitRules.quotes,
  'POST /v1/orders/:id/staff_upgrade_quotes': limitRules.quotes,
  'POST /v1/orders/:id/staff_upgrades': limitRules.refunds,
  'POST /v1/orders/:id/staff_guest_quotes': limitRules.quotes,
  'POST /v1/orders/:id/staff_guests': limitRules.refunds,
  'PATCH /v1/orders/:id/reschedule_flight': limitRules.payments,
  'POST /v1/orders/:id/reschedule_quotes': limitRules.quotes,
  'POST /v1/orders/:id/staff_reschedule_quotes': limitRules.quotes,
  'POST /v1/orders/:id/staff_reschedules': limitRules.refunds,
  'POST /v1/reschedule_links': limitRules.reset,
  'POST /v1/reschedule_links/open': limitRules.mailedLinks,
  'POST /v1/payment_links/preview': limitRules.mailedLinks,
  'POST /v1/payment_links/open': limitRules.mailedLinks,
  'POST /v1/orders/:id/payment_links': limitRules.refunds,
  'POST /v1/orders/:id/ticket_texts': limitRules.refunds,
  'PUT /v1/customers/:id/email': limitRules.refunds,
  'POST /v1/customers/:id/second_factor_removals': limitRules.refunds,
  'POST /v1/vouchers': limitRules.refunds,
  'POST /v1/gift_cards': limitRules.refunds,
  'POST /v1/prizes': limitRules.refunds,
  'POST /v1/refunds': limitRules.refunds,
  // Each call moves all data of a customer.
  'POST /v1/customer_merges': limitRules.refunds,
  'POST /v1/mails/:id/copies': limitRules.refunds,
  'POST /v1/order_mailings': limitRules.refunds,
  'POST /v1/texts/:id/copies': limitRules.refunds,
  'POST /v1/mails/:id/corrections': limitRules.refunds,
  'POST /v1/promise_runs': limitRules.promiseRuns,
  'POST /v1/report_runs': limitRules.reportRuns,
  'POST /v1/discount_code_batches': limitRules.codeBatches,
  'POST /v1/orders/:id/cancellation': limitRules.refunds,
  'POST /v1/orders/:id/staff_cancellations': limitRules.refunds,
  'POST /v1/codes': limitRules.codes,
  // This call checks codes as the box for codes does, so it shares the count.
  'POST /v1/orders/:id/counter_quotes': limitRules.codes,
  'POST /v1/orders/:id/balance_payments': limitRules.codes,
  'POST /v1/gift_cards/share': limitRules.giftShares,
  // Each call may send a mail to another address.
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
  'POST /v1/photos': limitRules.productPhotos,
  'GET /v1/passenger_links/:token': limitRules.guestPages,
  'PUT /v1/passenger_links/:token': limitRules.passengerForms,
  'GET /v1/party_links/:token': limitRules.guestPages,
  'POST /v1/party_links/:token/picks': limitRules.passengerForms,
  'POST /v1/orders/:id/passengers/:passenger/link': limitRules.passengerLinks,
  'POST /v1/orders/:id/passengers/:passenger/mails': limitRules.passengerLinks,
  'POST /v1/quotes': limitRules.quotes,
  'GET /v1/version': limitRules.version,
  // The signature proves that the provider calls, and checking it costs less than counting.
  'POST /v1/stripe/webhooks': 'unlimited',
  'POST /v1/twilio/messages': 'unlimited',
  'POST /v1/twilio/statuses': 'unlimited',
}

/** The limits of a call such as `POST /v1/orders`. */
export function getCallLimits(call: string): CallLimit | undefined {
  const own = limitedCalls[call]
  if (own !== undefined) return own === 'unlimited' ? undefined : own
  const [method = '', path = ''] = call.split(' ')
  if (isQuestion(method, path)) return limitRules.quotes
  return method === 'GET' ? limitRules.reads : limitRules.writes
}

/** A wait in words, `about 3 minutes`, rounded up. */
export function formatWait(seconds: number): string {
  if (seconds <= 60) return 'a minute'
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return `about ${String(minutes)} minutes`
  return `about ${String(Math.ceil(minutes / 60))} hours`
}

/** The message for a limited caller: how long to wait, and that nothing is lost. */
export function limitSentence(seconds: number): string {
  return `Too many tries. Please wait ${formatWait(seconds)} and try again; nothing is lost.`
}

const GROUPS = 8
/** A home or a server gets at least a /64 network and may use any address in it. */
const NETWORK_GROUPS = 4

/**
 * The network that counts as one visitor: an IPv4 address, or the first 64 bits of an IPv6 address.
 * An IPv4 address mapped into IPv6 (`::ffff:192.0.2.1`) counts as the IPv4 address.
 * @returns undefined when the text is no address
 */
export function getNetworkPrefix(address: string): string | undefined {
  const bare = address.replace(/%.*$/, '').toLowerCase()
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return undefined
  const embedded = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(bare)?.[1]
  if (embedded) return embedded
  return `${expand(bare).slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Expands an IPv6 address to its eight groups, without leading zeros. */
function expand(address: string): string[] {
  const hexadecimal = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, a, b, c, d) =>
    [Number(a) * 256 + Number(b), Number(c) * 256 + Number(d)].map((one) => one.toString(16)).join(':'),
  )
  const [before = '', after] = hexadecimal.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === undefined || after === '' ? [] : after.split(':')
  const zeros = Array<string>(GROUPS - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].map((group) => parseInt(group, 16).toString(16))
}

/** Where a call names the person or order that it acts on. */
export interface SubjectPlace {
  /** Path of the e-mail in the parsed body, or the e-mail of the caller's own account. */
  email?: { body: string } | 'own account'
  /** Path of the order's id in the parsed body, or the name of a path parameter. */
  order?: { body: string } | { param: string }
}

/**
 * The e-mail and order that each call acts on, for limits by e-mail and by order. The paths refer
 * to the body after its schema has parsed it, so that unknown fields cannot influence a limit.
 */
export const limitSubjects: Readonly<Record<string, SubjectPlace>> = {
  'POST /v1/user_token': { email: { body: 'auth.email' } },
  'POST /v1/users': { email: { body: 'user.email' } },
  'POST /v1/password_resets': { email: { body: 'password_reset.email' } },
  'POST /v1/email_proofs': { email: 'own account' },
  'POST /v1/email_changes': { email: { body: 'email_change.email' } },
  'POST /v1/customers': { email: { body: 'customer.email' } },
  'POST /v1/resumptions': { email: { body: 'resumption.email' } },
  'POST /v1/waitlist_entries': { email: { body: 'waitlist_entry.email' } },
  'POST /v1/form_entries': { email: { body: 'form_entry.email' } },
  'POST /v1/newsletter_sign_ups': { email: { body: 'newsletter_sign_up.email' } },
  'PUT /v1/orders/:id/email': { email: { body: 'order.email' } },
  // This call makes a link and sends no mail, so it acts on no e-mail.
  'POST /v1/orders/:id/passengers/:passenger/link': {},
  'POST /v1/orders/:id/passengers/:passenger/mails': { email: { body: 'email' } },
  'POST /v1/reschedule_links': { email: { body: 'reschedule_link.email' } },
  'POST /v1/reschedule_claim_links': { email: { body: 'reschedule_claim_link.email' } },
  'POST /v1/payments': { order: { body: 'order_id' } },
  'PATCH /v1/orders/:id/update_upgrades': { order: { param: 'id' } },
  'POST /v1/orders/:id/guests': { order: { param: 'id' } },
  'PATCH /v1/orders/:id/reschedule_flight': { order: { param: 'id' } },
}
