import { type ReactNode } from 'react'
import { type Customer } from '#contract/customer.ts'
import { formatShortDate, toLocalDate } from '../../format/local-time.ts'

interface CustomerDetailsProps {
  customer: Customer
  zone: string
}

const inWords = (name: string) => name.replaceAll('_', ' ')
const CONSENT_STATES: Readonly<Record<string, { text: string; tone: string }>> = {
  confirmed: { text: 'Yes', tone: 'ok' },
  pending: { text: 'Asked, not confirmed', tone: 'few' },
  ended: { text: 'No', tone: 'off' },
}

/** Consents to mails with their dates; only the customer gives one. */
export function CustomerConsents({ customer, zone }: CustomerDetailsProps) {
  return (
    <section className="desk-part" aria-labelledby="consents">
      <h2 id="consents">Consents</h2>
      {customer.newsletters.length === 0 ? (
        <p className="muted">Was never asked for news by mail.</p>
      ) : (
        <dl className="lim">
          {customer.newsletters.map((one) => {
            const state = CONSENT_STATES[one.state] ?? { text: one.state, tone: 'off' }
            const since = formatShortDate(toLocalDate(one.since, zone))
            return (
              <div key={`${one.list} ${one.email} ${String(one.brand_id)}`}>
                <dt>{one.list === 'news' ? 'News by mail' : `Mails about ${one.list}`}</dt>
                <dd>
                  <span className={`st ${state.tone}`}>{state.text}</span>
                </dd>
                <dd className="muted">
                  {one.ended_by === 'bounce' ? 'mails came back, ' : ''}
                  {since}, {one.email}
                </dd>
              </div>
            )
          })}
        </dl>
      )}
      <p className="sm muted">Only the customer can say yes to news.</p>
    </section>
  )
}

/** The account and what it is logged in with. */
export function CustomerAbout({ customer, zone }: CustomerDetailsProps) {
  const day = (at: string) => formatShortDate(toLocalDate(at, zone))
  const facts: [string, ReactNode][] = [
    ['Logs in', customer.has_password ? 'with a password' : 'never set a password'],
    [
      'Code at log-in',
      customer.second_factor_since === null ? 'off' : `on since ${day(customer.second_factor_since)}`,
    ],
    ['E-mail', customer.email === null ? 'none given' : customer.email_proven ? 'proven' : 'not proven'],
    ...(customer.former_emails.length > 0
      ? ([['Also was', customer.former_emails.join(', ')]] as [string, ReactNode][])
      : []),
    ...(customer.roles.length > 0 ? ([['Roles', customer.roles.join(', ')]] as [string, ReactNode][]) : []),
    ...customer.subscriptions.map((one): [string, ReactNode] => [
      one.plan_name,
      [
        inWords(one.status),
        one.current_period_end &&
          `${one.cancel_at_period_end ? 'ends' : 'paid until'} ${day(one.current_period_end)}`,
      ]
        .filter(Boolean)
        .join(', '),
    ]),
    ...customer.sessions.map((one): [string, ReactNode] => [
      one.device ?? 'A browser',
      `seen ${day(one.last_seen_at)}`,
    ]),
  ]
  return (
    <section className="desk-part" aria-labelledby="about">
      <h2 id="about">Account</h2>
      <dl className="lim">
        {facts.map(([name, value], index) => (
          <div key={`${String(index)} ${name}`}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
