import { type PhoneCaller } from '#contract/caller.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { formatDate, toLocalDate } from '../../format/local-time.ts'
import { Field } from '../../ui/field.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { getCustomerName, NO_EMAIL } from '../parts/customer-name.ts'
import { type SellChoice } from './load-sell-page.server.ts'
import { sellPath } from './sell-state.ts'

/** Who is on the phone: found by number or name, or a new customer. */
export function CallerCard({ choice: { state, caller, found } }: { choice: SellChoice }) {
  const isNew = state.customer === 'new'
  const { q, ...kept } = { ...state, at: undefined, customer: undefined }
  const isFirst = !caller && !found && !isNew && state.departure === undefined && state.product === undefined
  return (
    <section className="card sale-caller" aria-label="Caller">
      <form method="get" action="/staff/sell" className="sale-find">
        {Object.entries(addressFields(kept)).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Field
          id="q"
          name="q"
          type="search"
          label="Caller’s phone, or a name"
          defaultValue={caller ? (caller.phone ?? getCustomerName(caller)) : q}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          // eslint-disable-next-line jsx-a11y/no-autofocus -- a sale begins with the caller
          autoFocus={isFirst}
        />
        <button type="submit" className="btn second">
          Find
        </button>
      </form>
      {caller ? <KnownCaller caller={caller} away={sellPath(kept)} /> : null}
      {isNew ? <p>New customer. An account is made with the order.</p> : null}
      {found ? (
        <FoundCallers {...found} q={q} hrefOf={(customer) => sellPath({ ...kept, ...customer })} />
      ) : null}
    </section>
  )
}

/** The address as fields of a form that is sent by GET. */
const addressFields = (state: Parameters<typeof sellPath>[0]) =>
  Object.fromEntries(new URLSearchParams(sellPath(state).split('?')[1] ?? ''))

function KnownCaller({ caller, away }: { caller: PhoneCaller; away: string }) {
  const { last_flight: last, orders } = caller
  const flown = last
    ? `flew ${formatDate(toLocalDate(last.depart_at, last.timezone))} (${last.product_name})`
    : 'has not flown yet'
  return (
    <div className="sale-known">
      <p>
        <b>
          <a href={`/staff/customers/${String(caller.id)}`}>{getCustomerName(caller)}</a>
        </b>
        , {flown}, {formatCount(orders, 'order', 'orders')}.{' '}
        <span className="muted">{whatTheyHave(caller)}</span>
      </p>
      <a href={away}>Not them</a>
    </div>
  )
}

/** "Credit $60.00 · Visa 4242 saved · 1 gift for The New Yorker" */
function whatTheyHave({ credit, cards, gifts, email }: PhoneCaller): string {
  return [
    email ?? NO_EMAIL,
    ...(credit > 0 ? [`Credit ${formatDollars(credit)}`] : []),
    ...cards.map(({ brand, last4 }) => `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ${last4} saved`),
    ...gifts.map(({ product_name: name, count }) => `${formatCount(count, 'gift', 'gifts')} for ${name}`),
  ].join(' · ')
}

interface FoundCallersProps {
  callers: PhoneCaller[]
  more: boolean
  q: string
  hrefOf: (customer: { customer: number | 'new'; q?: string }) => string
}

function FoundCallers({ callers, more, q, hrefOf }: FoundCallersProps) {
  return (
    <div className="sale-found" role="status">
      <p>
        {callers.length === 0
          ? `Nobody is known by “${q}”. Four digits of a number are enough.`
          : more
            ? 'Many are known by this; here are the newest.'
            : 'Several are known by this.'}
      </p>
      <ul>
        {callers.map((one) => (
          <li key={one.id}>
            <a href={hrefOf({ customer: one.id })}>{getCustomerName(one)}</a>{' '}
            <span className="muted">
              {[one.email ?? NO_EMAIL, one.phone, formatCount(one.orders, 'order', 'orders')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <a className="btn second" href={hrefOf({ customer: 'new', q })}>
        New customer
      </a>
    </div>
  )
}
