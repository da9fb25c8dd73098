import { type CustomerMerge, type CustomerSummary } from '#contract/customer.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { getCustomerName } from '../parts/customer-name.ts'
import { StaffPageTitle } from '../parts/staff-title.tsx'

interface CustomerMergePageProps {
  merge: CustomerMerge
  formKey: string
  failure: string | undefined
}

/** Previews the merge of two accounts, which cannot be undone. */
export function CustomerMergePage({ merge, formKey, failure }: CustomerMergePageProps) {
  const { kept, merged, refusals } = merge
  const messages = failure === undefined ? refusals : [failure]
  const turned = `/staff/customers/${String(merged.id)}/merge?${new URLSearchParams({
    other: kept.email ?? '',
  }).toString()}`
  return (
    <div className="wrap desk">
      <StaffPageTitle href={`/staff/customers/${String(kept.id)}`} above={getCustomerName(kept)}>
        Put two accounts together
      </StaffPageTitle>
      {messages.map((sentence) => (
        <p key={sentence} className="alert bad" role="alert">
          {sentence}
        </p>
      ))}
      <dl className="kv">
        <dt>Stays</dt>
        <dd>{describeCustomer(kept)}</dd>
        <dt>Goes into it</dt>
        <dd>{describeCustomer(merged)}</dd>
      </dl>
      {kept.email === null ? null : (
        <p>
          <a href={turned}>Keep the other one instead</a>
        </p>
      )}
      <div>
        <section className="desk-part" aria-labelledby="moves">
          <h2 id="moves">What moves</h2>
          <List of={describeTransfers(merge)} none="Nothing: there is nothing in that account." />
        </section>
        <section className="desk-part" aria-labelledby="ends">
          <h2 id="ends">What ends</h2>
          <List of={endsOf(merge)} none="Nothing." />
        </section>
      </div>
      <form method="post" className="desk-part">
        <p>
          {describeMailbox(merge)} <strong>It cannot be taken back.</strong>
        </p>
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="merged" value={merged.id} />
        {refusals.length > 0 ? null : (
          <button type="submit" className="btn">
            Put them together
          </button>
        )}
      </form>
    </div>
  )
}

const describeMailbox = ({ kept, merged }: CustomerMerge): string =>
  [
    kept.email === null ? 'There is no e-mail to write to.' : `Mails go to ${kept.email} from then on.`,
    merged.email === null ? '' : `Whoever looks for ${merged.email} finds this account.`,
  ]
    .filter(Boolean)
    .join(' ')

const describeCustomer = (one: CustomerSummary) => {
  const name = getCustomerName(one)
  if (one.email === null) return `${name}, no e-mail`
  return `${name === one.email ? '' : `${name}, `}${one.email}${one.email_proven ? '' : ' (not proven)'}`
}

const many = (count: number, one: string, more = `${one}s`) =>
  count === 0 ? [] : [count === 1 ? `One ${one}` : `${String(count)} ${more}`]

function describeTransfers({ moves }: CustomerMerge): string[] {
  return [
    ...many(moves.orders, 'order'),
    ...many(moves.gift_cards, 'gift card'),
    ...many(moves.vouchers, 'voucher').map((text) => `${text}, ${formatDollars(moves.voucher_balance)} left`),
    ...(moves.credit === 0 ? [] : [`${formatDollars(moves.credit)} of credit`]),
    ...moves.memberships.map((plan) => `The membership “${plan}”`),
    ...many(moves.prizes, 'prize'),
    ...many(moves.waitlist_places, 'place on a waitlist', 'places on waitlists'),
    ...many(moves.cards, 'saved card'),
  ]
}

function endsOf({ ends, merged }: CustomerMerge): string[] {
  return [
    ...(ends.password && merged.email !== null ? [`Logging in with ${merged.email}`] : []),
    ...many(ends.sessions, 'browser that is logged in', 'browsers that are logged in'),
    ...(ends.second_factor ? ['The code at its log-in; that of the account that stays is as it was'] : []),
    ...many(ends.cards, 'saved card', 'saved cards').map((text) => `${text}: it can be saved anew`),
  ]
}

function List({ of, none }: { of: string[]; none: string }) {
  if (of.length === 0) return <p className="muted">{none}</p>
  return (
    <ul className="list">
      {of.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}
