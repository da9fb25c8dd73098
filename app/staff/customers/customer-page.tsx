import { type ReactNode } from 'react'
import { type Customer } from '#contract/customer.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { Success } from '../../ui/notice.tsx'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { StaffOrderStatusChip } from '../../orders/order-status.tsx'
import { formatDateTime } from '../../format/date-time.ts'
import { getCustomerName } from '../parts/customer-name.ts'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { mailHref } from '../parts/mail-states.ts'

interface CustomerPageProps {
  customer: Customer
  zone: string
  /** Another account was just merged into this one. */
  merged: boolean
  /** The e-mail that was typed for the other account, and why it was refused. */
  other: { typed: string; problem: string | undefined }
}

const inWords = (name: string) => name.replaceAll('_', ' ')

/** A customer for staff: orders, gift cards, vouchers and contact. */
export function CustomerPage({ customer, zone, merged, other }: CustomerPageProps) {
  const { id, email, orders } = customer
  return (
    <div className="wrap desk">
      <StaffPageTitle href="/staff/customers" above="Customers">
        {getCustomerName(customer)}
      </StaffPageTitle>
      {merged ? <Success>Both accounts are one now.</Success> : null}
      <div className="desk-cols">
        <div>
          <section className="desk-part" aria-labelledby="orders">
            <h2 id="orders">Orders</h2>
            <Orders customer={customer} zone={zone} />
            {orders > customer.newest_orders.length ? (
              <p>
                <a href={`/staff/orders?${new URLSearchParams({ q: email }).toString()}`}>
                  All with this e-mail
                </a>
              </p>
            ) : null}
          </section>
          <Value customer={customer} zone={zone} />
          <section className="desk-part" aria-labelledby="mails">
            <h2 id="mails">Mails</h2>
            <Lines
              none="None so far."
              of={customer.mails.map((mail) => ({
                key: mail.id,
                text: (
                  <>
                    {inWords(mail.kind)} to {mail.to}
                  </>
                ),
                more: `${inWords(mail.state)} · ${formatDateTime(mail.created_at, zone)}`,
                ...(mail.correctable ? { href: mailHref(mail) } : {}),
              }))}
            />
            <p>
              <a href={`/staff/mails?${new URLSearchParams({ to: email }).toString()}`}>All to this e-mail</a>
            </p>
          </section>
        </div>
        <aside className="desk-side">
          <CustomerDetails customer={customer} zone={zone} />
          <section className="card" aria-labelledby="merge">
            <h2 id="merge">The same person twice?</h2>
            <form method="get" action={`/staff/customers/${String(id)}/merge`} className="form" noValidate>
              <ErrorSummary items={other.problem ? [{ text: other.problem, target: 'other' }] : []} />
              <Field
                id="other"
                name="other"
                type="email"
                label="E-mail of the other account"
                autoComplete="off"
                defaultValue={other.typed}
                error={other.problem}
                maxLength={254}
              />
              <button type="submit" className="btn second small">
                See what would move here
              </button>
            </form>
          </section>
        </aside>
      </div>
    </div>
  )
}

function Orders({ customer: { newest_orders: newest }, zone }: { customer: Customer; zone: string }) {
  if (newest.length === 0) return <p className="muted">None so far.</p>
  return (
    <ScrollRegion label="List of orders">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Bought</th>
            <th scope="col">Status</th>
            <th scope="col" className="r">
              Total
            </th>
          </tr>
        </thead>
        <tbody>
          {newest.map((order) => (
            <tr key={order.id}>
              <th scope="row">
                <a href={`/staff/orders/${String(order.id)}`}>{order.number}</a>
              </th>
              <td>{formatDateTime(order.created_at, zone)}</td>
              <td>
                <StaffOrderStatusChip order={order} />
              </td>
              <td className="r">{formatDollars(order.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

/** Only the last characters of a code are shown, because only its owner may know the whole code. */
function Value({ customer, zone }: { customer: Customer; zone: string }) {
  const given = (to: string | null) => (to === null ? '' : ` · given to ${to}`)
  const until = (at: string) => `until ${formatDateTime(at, zone)}`
  return (
    <section className="desk-part" aria-labelledby="value">
      <h2 id="value">Gift cards, vouchers and credit</h2>
      <p>
        Credit: <strong>{formatDollars(customer.credit)}</strong>
      </p>
      <Lines
        none="No gift cards and no vouchers."
        of={[
          ...customer.gift_cards.map((card) => ({
            key: `gift ${String(card.id)}`,
            text: (
              <>
                Gift card …{card.code_tail}, {card.name}
              </>
            ),
            more: `${inWords(card.state)} · ${until(card.expires_at)}${given(card.given_to)}`,
          })),
          ...customer.vouchers.map((one) => ({
            key: `voucher ${String(one.id)}`,
            text: (
              <>
                Voucher …{one.code_tail}, {formatDollars(one.balance)} of {formatDollars(one.value)}
              </>
            ),
            more: `${inWords(one.state)} · ${until(one.expires_at)}${given(one.given_to)}`,
          })),
          ...customer.credits.map((one) => ({
            key: `credit ${String(one.id)}`,
            text: (
              <>
                {formatDollars(one.amount)} of credit: {one.reason}
              </>
            ),
            more: `${inWords(one.credit_type)} · ${formatDateTime(one.created_at, zone)}`,
          })),
        ]}
      />
    </section>
  )
}

function CustomerDetails({ customer, zone }: { customer: Customer; zone: string }) {
  const formatInstant = (at: string) => formatDateTime(at, zone)
  const facts: [string, ReactNode][] = [
    ['E-mail', `${customer.email}${customer.email_proven ? '' : ' (not proven)'}`],
    ['Phone', customer.phone ?? '–'],
    ['Since', formatInstant(customer.created_at)],
    ['Logs in', customer.has_password ? 'With a password' : 'Never set a password'],
  ]
  if (customer.former_emails.length > 0) facts.push(['Also was', customer.former_emails.join(', ')])
  if (customer.roles.length > 0) facts.push(['Roles', customer.roles.join(', ')])
  const lists: [string, { key: string; text: string; more: string }[]][] = [
    [
      'Membership',
      customer.subscriptions.map((one) => ({
        key: String(one.id),
        text: one.plan_name,
        more: [
          inWords(one.status),
          one.current_period_end &&
            `${one.cancel_at_period_end ? 'ends' : 'paid until'} ${formatInstant(one.current_period_end)}`,
        ]
          .filter(Boolean)
          .join(' · '),
      })),
    ],
    [
      'Cards',
      customer.cards.map((one) => ({
        key: `${one.brand} ${one.last4}`,
        text: `${one.brand} …${one.last4}`,
        more: `until ${String(one.exp_month)}/${String(one.exp_year)}${
          one.is_default ? ' · first choice' : ''
        }`,
      })),
    ],
    [
      'Logged in with',
      customer.sessions.map((one) => ({
        key: one.created_at,
        text: one.device ?? 'A browser',
        more: `seen ${formatInstant(one.last_seen_at)}`,
      })),
    ],
    [
      'Agreed to be sent',
      customer.newsletters.map((one) => ({
        key: `${one.list} ${one.email} ${String(one.brand_id)}`,
        text: one.list,
        more:
          `${one.state}${one.ended_by === 'bounce' ? ': mails came back' : ''} · ` +
          `${formatInstant(one.since)} · ${one.email}`,
      })),
    ],
  ]
  return (
    <section className="card" aria-label="About">
      <dl className="kv">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
      {lists.map(([name, of]) =>
        of.length === 0 ? null : (
          <div key={name}>
            <h2>{name}</h2>
            <Lines none="" of={of} />
          </div>
        ),
      )}
    </section>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
)

function Lines({
  none,
  of,
}: {
  none: string
  of: { key: string | number; text: ReactNode; more: string; href?: string }[]
}) {
  if (of.length === 0) return <p className="muted">{none}</p>
  return (
    <ul className="desk-log">
      {of.map(({ key, text, more, href }) => (
        <li key={key}>
          <p>{text}</p>
          <p className="sm subtle">{more}</p>
          {href === undefined ? null : (
            <p className="sm">
              <a href={href}>Put the address right and send it again</a>
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}
