import { type LeftOut, type OrderMailing, type OrderMailingKind } from '#contract/order-mailing.ts'

interface MailingWords {
  title: string
  /** What each of them gets. */
  about: string
  button: (count: number) => string
}

export const MAILINGS: Readonly<Record<OrderMailingKind, MailingWords>> = {
  ticket: {
    title: 'Send the tickets again',
    about: 'Each gets the ticket of the order as it is now.',
    button: (count) => (count === 1 ? 'Send one ticket' : `Send ${String(count)} tickets`),
  },
  payment: {
    title: 'Remind to pay',
    about: 'Each gets a link to pay. The seats are kept for two hours more, or until sales end.',
    button: (count) => (count === 1 ? 'Send one link' : `Send ${String(count)} links`),
  },
  passengers: {
    title: 'Ask for names, weights and waivers',
    about: 'Each gets the links of the passengers of whom something is missing.',
    button: (count) => (count === 1 ? 'Ask one of them' : `Ask ${String(count)} of them`),
  },
}

export const LEFT_OUT: Readonly<Record<LeftOut, string>> = {
  no_email: 'has no e-mail any more',
  bounced: 'mails to this address come back',
  mailed_lately: 'was mailed within the last hour',
  not_paid: 'is not paid',
  already_paid: 'is paid already',
  order_over: 'is cancelled, refunded or lapsed',
  sold_on_web: 'is being paid on the web, where the shop reminds by itself',
  no_ticket: 'has no ticket that was mailed',
  nothing_missing: 'has given everything',
  flight_closed: 'is too late: check-in or the end of sales has come',
  too_heavy: 'is too heavy for its flight by now',
}

/** `12 mails will go, 3 left out.` */
export function summariseMailing({ orders }: OrderMailing): string {
  const out = orders.filter(({ left_out: reason }) => reason !== null).length
  const go = orders.length - out
  const mails = go === 1 ? 'One mail will go' : `${go === 0 ? 'No' : String(go)} mails will go`
  return `${mails}, ${out === 0 ? 'nobody' : String(out)} left out.`
}
