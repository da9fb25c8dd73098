import { type OrderCounts } from '#contract/order-list.ts'
import { FILTER_NAME_LENGTH, MOST_SAVED_FILTERS, WAITING_FOR_ANSWER } from '#contract/saved-filter.ts'
import { FormErrors, TextField } from '../../ui/form/fields.tsx'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { Failure } from '../../ui/notice.tsx'
import { DoneBar } from '../parts/done-bar.tsx'
import { countFigure } from '../parts/list-count.ts'
import { type OrderFilter, ordersHref } from './order-filter.ts'
import {
  type FilterAnswer,
  type FilterDone,
  RENAME_FILTER_SHAPE,
  SAVE_FILTER_SHAPE,
} from './saved-filter-forms.ts'

interface SavedFiltersProps {
  counts: OrderCounts
  filter: OrderFilter
  answer: FilterAnswer | undefined
}

interface Chip {
  name: string
  filter: Partial<OrderFilter>
  count?: number
}

/** The filters of the house, with what they find. */
const houseChips = (counts: OrderCounts): Chip[] => [
  { name: 'All', filter: {} },
  { name: 'Fly today', filter: { flies: 'today' }, count: counts.flies_today },
  { name: 'Fly tomorrow', filter: { flies: 'tomorrow' }, count: counts.flies_tomorrow },
  { name: 'To pay', filter: { status: 'awaiting_payment' }, count: counts.to_pay },
  { name: 'Weights missing', filter: { flies: 'week', weights: 'missing' }, count: counts.weights_missing },
  { name: 'Called off, to answer', filter: { status: WAITING_FOR_ANSWER }, count: counts.waiting_for_answer },
  { name: 'Sold by me today', filter: { sold: 'me_today' }, count: counts.sold_by_me_today },
  { name: 'Refunds this week', filter: { refunded: 'week' }, count: counts.refunded_this_week },
]

/**
 * The filters of the house and one's own as chips, and below them what can be done with the present
 * one: saved under a name, or, when it is one's own, renamed and deleted.
 */
export function SavedFilters({ counts, filter, answer }: SavedFiltersProps) {
  const now = ordersHref(filter)
  const own = counts.saved.find((one) => ordersHref(one.filter) === now)
  // Two own filters may find the same: the first one is marked.
  const chips: Chip[] = [...houseChips(counts), ...counts.saved]
  const current = chips.findIndex((one) => ordersHref(one.filter) === now)
  const isNew = current === -1
  return (
    <div className="filter-bar">
      <nav aria-label="Saved filters" className="desk-chips">
        {chips.map(({ name, filter: of, count }, at) => (
          <a
            key={`${String(at)} ${name}`}
            href={ordersHref(of)}
            aria-current={at === current ? 'true' : undefined}
          >
            {name}
            {count === undefined ? '' : ` ${countFigure(count)}`}
          </a>
        ))}
      </nav>
      <Failure text={answer?.failure} />
      {own ? <OwnFilter key={own.id} own={own} href={now} answer={answer} /> : null}
      {isNew && now !== ordersHref({ q: filter.q }) ? (
        <SaveFilter filter={filter} count={counts.saved.length} answer={answer} />
      ) : null}
    </div>
  )
}

/** What was just done; a deleted filter comes back under its name. */
export function FilterDoneBar({ done }: { done: FilterDone }) {
  const { text, deleted } = done
  return (
    <DoneBar text={text}>
      {deleted ? (
        <form method="post" action="/staff/orders">
          <input type="hidden" name="name" value={deleted.name} />
          <input type="hidden" name="filter" value={deleted.filter} />
          <button type="submit" className="btn second small" name="intent" value="restore_filter">
            Undo
          </button>
        </form>
      ) : null}
    </DoneBar>
  )
}

interface SaveFilterProps {
  filter: OrderFilter
  /** How many filters the caller keeps. */
  count: number
  answer: FilterAnswer | undefined
}

function SaveFilter({ filter, count, answer }: SaveFilterProps) {
  const form = plainForm(SAVE_FILTER_SHAPE, answer?.refusal)
  const isRefused = answer?.refusal?.form === SAVE_FILTER_SHAPE.id
  if (count >= MOST_SAVED_FILTERS && !isRefused) {
    return (
      <p className="sm muted">
        You keep {MOST_SAVED_FILTERS} filters. To save this one, open one of yours and delete it.
      </p>
    )
  }
  return (
    <details className="filter-fold" open={isRefused}>
      <summary>Save this filter</summary>
      <FormErrors form={form} />
      <form method="post" action={ordersHref(filter)} className="filter-form" {...form.props}>
        <TextField
          field={form.fields.name}
          need="required"
          maxLength={FILTER_NAME_LENGTH}
          autoComplete="off"
        />
        <button type="submit" className="btn second small" name="intent" value="save_filter">
          Save
        </button>
      </form>
      <p className="sm muted">
        Only you see it.{filter.q === '' ? '' : ' The text that you searched for is not part of it.'}
      </p>
    </details>
  )
}

interface OwnFilterProps {
  own: OrderCounts['saved'][number]
  /** The list with this filter. */
  href: string
  answer: FilterAnswer | undefined
}

function OwnFilter({ own, href, answer }: OwnFilterProps) {
  const form = plainForm(RENAME_FILTER_SHAPE, answer?.refusal, { name: own.name })
  const isRefused = answer?.refusal?.form === RENAME_FILTER_SHAPE.id
  return (
    <details className="filter-fold" open={isRefused}>
      <summary>Rename or delete “{own.name}”</summary>
      <FormErrors form={form} />
      <form method="post" action={href} className="filter-form" {...form.props}>
        <input type="hidden" name="id" value={own.id} />
        <TextField
          field={form.fields.name}
          need="required"
          maxLength={FILTER_NAME_LENGTH}
          autoComplete="off"
        />
        <button type="submit" className="btn second small" name="intent" value="rename_filter">
          Rename
        </button>
      </form>
      <form method="post" action={href}>
        <input type="hidden" name="id" value={own.id} />
        <input type="hidden" name="name" value={own.name} />
        <button type="submit" className="btn second small" name="intent" value="delete_filter">
          Delete this filter
        </button>
      </form>
    </details>
  )
}
