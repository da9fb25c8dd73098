import { type StaffSearch } from '#contract/staff-search.ts'
import { countText } from '../parts/list-count.ts'
import { FirstFound } from './first-found.tsx'
import { FoundRows } from './found-rows.tsx'
import { type FoundKind, foundKinds, KIND_TITLES } from './search-words.ts'

interface StaffSearchPageProps {
  text: string
  only: FoundKind | null
  inAddress: boolean
  search: StaffSearch | null
  zone: string
}

const countOf = (search: StaffSearch, kind: FoundKind) => search[kind]?.count ?? 0

/** What the field in the bar found: four kinds at once, with the act of the first row at its side. */
export function StaffSearchPage(props: StaffSearchPageProps) {
  const { text, only, inAddress, search, zone } = props
  if (search === null) {
    return (
      <div className="wrap desk">
        <div>
          <h1>Search</h1>
          <p className="muted">Orders, flights, customers and codes, from the field in the bar.</p>
        </div>
        <Hints />
      </div>
    )
  }
  const kinds = foundKinds.filter((kind) => only === null || kind === only)
  const all = foundKinds.reduce((sum, kind) => sum + countOf(search, kind), 0)
  const query = new URLSearchParams({ q: text }).toString()
  const lists: Partial<Record<FoundKind, string>> = inAddress
    ? { orders: `/staff/orders?${query}`, customers: `/staff/customers?${query}` }
    : {}
  return (
    <div className="wrap desk">
      <div className="desk-head">
        <div>
          <h1>{inAddress ? `“${text}”` : 'A code'}</h1>
          <p className="muted" role="status">
            {describeCount(props, all)}
          </p>
        </div>
        {inAddress && all > 0 ? <Chips search={search} only={only} all={all} query={query} /> : null}
      </div>
      {all === 0 ? null : (
        <p className="sm muted key-hint">
          <kbd>j</kbd> <kbd>k</kbd> from row to row, <kbd>Enter</kbd> opens, <kbd>/</kbd> back to the words.
          What flies today comes first.
        </p>
      )}
      <div className="desk-cols">
        <div className="found">
          {kinds.map((kind) => (
            <FoundRows key={kind} kind={kind} search={search} text={text} zone={zone} allHref={lists[kind]} />
          ))}
          <Hints />
        </div>
        <FirstFound search={search} kinds={kinds} zone={zone} />
      </div>
    </div>
  )
}

function describeCount({ inAddress }: StaffSearchPageProps, all: number): string {
  if (all > 0) return `${countText(all, 'is', 'are')} found in orders, customers, flights and codes.`
  return inAddress
    ? 'Nothing fits. The beginning of a name or the last four digits of a phone number are enough.'
    : 'No code reads like this. Please look for a typing error.'
}

interface ChipsProps {
  search: StaffSearch
  only: FoundKind | null
  all: number
  query: string
}

function Chips({ search, only, all, query }: ChipsProps) {
  const some = foundKinds.filter((kind) => countOf(search, kind) > 0)
  return (
    <nav aria-label="Show only" className="desk-chips">
      <a href={`/staff/search?${query}`} aria-current={only === null ? 'true' : undefined}>
        All {all}
      </a>
      {some.map((kind) => (
        <a
          key={kind}
          href={`/staff/search?${query}&only=${kind}`}
          aria-current={only === kind ? 'true' : undefined}
        >
          {KIND_TITLES[kind]} {countOf(search, kind)}
        </a>
      ))}
    </nav>
  )
}

const HINTS = [
  ['The number of an order, which opens at once', 'O-1042'],
  ['The beginning of a name or an e-mail', 'okaf'],
  ['The last four digits of a phone or a card', '0119'],
  ['A flight, or what flies today and when', 'LR-0221, new yorker 2:30 pm'],
  ['A whole code: it stands in no address', 'gift card, voucher, discount'],
] as const

function Hints() {
  return (
    <section aria-labelledby="hints" className="desk-part">
      <h2 id="hints">What may be typed</h2>
      <dl className="lim">
        {HINTS.map(([what, example]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{example}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
