import { type StaffWeek } from '#contract/staff-week.ts'
import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { addDays } from '../parts/add-days.ts'
import { Success } from '../../ui/notice.tsx'
import { ASKED_WORDS } from '../parts/asked-words.ts'
import { type WeekConflict } from './handle-week-press.server.ts'
import { PricePanel } from './price-panel.tsx'
import { UndoBar } from './undo-bar.tsx'
import { PRESS_SHAPE, PRICE_SHAPE } from './week-forms.ts'
import { WeekTable } from './week-table.tsx'
import { weekHref, type WeekView } from './week-view.ts'
import { describeWeek, findDate, weekTitle } from './week-words.ts'

export interface WeekPageProps {
  week: StaffWeek
  view: WeekView
  answer: FormAnswer | undefined
  conflict: WeekConflict | undefined
  /** The price was refused for a limit, and a colleague may set it. */
  askable: boolean
}

/** Seven days of a terminal: what is sold, and closing, opening and pricing each departure. */
export function WeekPage({ week, view, answer, conflict, askable }: WeekPageProps) {
  const { from } = week
  const found = findDate(week, view.place)
  const moved = { place: null }
  return (
    <div className="wrap desk week-page">
      <FormErrors form={plainForm(PRESS_SHAPE, answer)} />
      <FormErrors form={plainForm(PRICE_SHAPE, answer)} />
      {view.asked && !answer ? <Success>{ASKED_WORDS[view.asked]}</Success> : null}
      <Conflict conflict={conflict} isPrice={answer?.form === PRICE_SHAPE.id} />
      <div className="desk-head">
        <div>
          <h1>{weekTitle(week)}</h1>
          <p className="muted">{describeWeek(week)}</p>
        </div>
        <div className="btn-row">
          <a className="btn second small" href={weekHref(view, { ...moved, from: addDays(from, -7) })}>
            Week before
          </a>
          <a className="btn second small" href={weekHref(view, { ...moved, from: addDays(from, 7) })}>
            Week after
          </a>
          <a className="btn second small" href="/staff/catalogue/week">
            Timetable
          </a>
        </div>
      </div>
      <Filters week={week} view={view} />
      {answer ? null : <UndoBar week={week} view={view} />}
      {week.products.length === 0 ? (
        <p>
          Nothing leaves from {week.terminal.name} in these days.{' '}
          <a href="/staff/catalogue/week">Timetable</a>
        </p>
      ) : (
        <>
          <p className="muted sm">
            Prices are before fees and taxes. What shoppers pay stands beside the price of an opened
            departure.
          </p>
          <WeekTable week={week} view={view} />
        </>
      )}
      {found ? <PricePanel {...{ week, view, found, answer, conflict, askable }} /> : null}
    </div>
  )
}

/** The week of a shop in which no product has a time yet. */
export function EmptyWeek() {
  return (
    <div className="wrap desk">
      <h1>Week</h1>
      <p>
        No product has a time at which it leaves. <a href="/staff/products">Products</a>
      </p>
    </div>
  )
}

/** What somebody else made of it, beside what the person saw. */
function Conflict({ conflict, isPrice }: { conflict: WeekConflict | undefined; isPrice: boolean }) {
  if (!conflict) return null
  return (
    <p className="alert bad">
      {`You saw it ${conflict.seen}. It is ${conflict.now} now. `}
      {isPrice ? (
        <>
          Your price is still <a href="#departure">in the field</a>: press again to set it.
        </>
      ) : (
        'The week below shows it as it is.'
      )}
    </p>
  )
}

function Filters({ week, view }: Pick<WeekPageProps, 'week' | 'view'>) {
  const none = { place: null }
  return (
    <>
      {week.terminals.length < 2 ? null : (
        <nav aria-label="Terminal">
          <p className="desk-chips">
            {week.terminals.map(({ id, name }) => (
              <a
                key={id}
                href={weekHref(view, { ...none, terminal: id, product: null })}
                aria-current={id === week.terminal.id ? 'true' : undefined}
              >
                {name}
              </a>
            ))}
          </p>
        </nav>
      )}
      <nav aria-label="Product">
        <p className="desk-chips">
          <a
            href={weekHref(view, { ...none, product: null })}
            aria-current={week.product_id === null ? 'true' : undefined}
          >
            All products
          </a>
          {week.product_names.map(({ id, name }) => (
            <a
              key={id}
              href={weekHref(view, { ...none, product: id })}
              aria-current={id === week.product_id ? 'true' : undefined}
            >
              {name}
            </a>
          ))}
        </p>
      </nav>
    </>
  )
}
