import { type DepartureWeek } from '#contract/departure-week.ts'
import { ErrorSummary } from '../components/ui/error-summary.tsx'
import { Field, FieldError, idList } from '../components/ui/field.tsx'
import { Failure, Success } from '../components/ui/notice.tsx'
import { NamedOptions, SelectField } from '../components/ui/select-field.tsx'
import { DeskTitle } from './desk-title.tsx'
import { WeekPlan } from './week-plan.tsx'

/** What stands in the form's boxes. */
export interface TypedWeek {
  product: string
  days: string[]
  times: string
  sunset: boolean
  from: string
  until: string
  price: string
  alone: boolean
}

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONDAY_FIRST = [1, 2, 3, 4, 5, 6, 0]
const LABELS: Record<string, string> = { product_id: 'Product', days: 'Weekdays', times: 'Times', from: 'First day', until: 'Last day', seat_price: 'Seat price' } // prettier-ignore
/** Where a problem's field stands: a list of ticks is reached by its first one. */
const TARGETS: Record<string, string> = { days: 'day-1' }

interface WeekPageProps {
  products: { id: number; name: string }[]
  typed: TypedWeek
  /** Makes the press of "make" happen once. */
  nonce: string
  answer:
    | {
        plan: DepartureWeek | undefined
        made: boolean
        problems: Record<string, string>
        failure?: string | undefined
      }
    | undefined
}

/** Departures for a span of days: painted, looked at, made. */
export function WeekPage({ products, typed, nonce, answer }: WeekPageProps) {
  const problems = answer?.problems ?? {}
  const { plan, made } = answer ?? { plan: undefined, made: false }
  return (
    <div className="wrap desk">
      <ErrorSummary
        items={Object.entries(problems).map(([name, text]) => ({
          text: `${LABELS[name] ?? name}: ${text}`,
          target: TARGETS[name] ?? name,
        }))}
      />
      <DeskTitle href="/staff/catalogue/departures" above="departures">
        Paint a week
      </DeskTitle>
      <Failure text={answer?.failure} />
      {plan && made ? (
        <Success>
          {plan.made === 0
            ? 'Nothing was made: all of it is there already.'
            : `Made: ${String(plan.made)} departures a week. They are on sale.`}{' '}
          <a href={`/staff/catalogue/products/${String(plan.product_id)}`}>To the product</a>
        </Success>
      ) : null}
      <form method="post" className="form row-form" noValidate>
        <input type="hidden" name="key" value={nonce} />
        <SelectField
          id="product_id"
          name="product_id"
          label="Product"
          need="required"
          error={problems['product_id']}
          defaultValue={typed.product}
        >
          <NamedOptions none="Please choose" of={products} />
        </SelectField>
        <fieldset className="desk-choice" aria-describedby={idList(problems['days'] && 'days-error')}>
          <legend className="flabel">Weekdays</legend>
          <FieldError id="days" error={problems['days']} />
          <div className="desk-days">
            {MONDAY_FIRST.map((day) => (
              <label key={day}>
                <input
                  type="checkbox"
                  id={`day-${String(day)}`}
                  name="days"
                  value={day}
                  defaultChecked={typed.days.includes(String(day))}
                />{' '}
                {WEEKDAYS[day]}
              </label>
            ))}
          </div>
        </fieldset>
        <Field
          id="times"
          name="times"
          label="Times"
          hint="On the terminal’s clock, like 09:00 10:30 16:15."
          error={problems['times']}
          defaultValue={typed.times}
          maxLength={200}
        />
        <p className="field">
          <label>
            <input type="checkbox" name="at_sunset" value="yes" defaultChecked={typed.sunset} /> Also at
            sunset
          </label>
        </p>
        <div className="desk-pair">
          <Field
            id="from"
            name="from"
            label="First day"
            need="required"
            type="date"
            className="when"
            error={problems['from']}
            defaultValue={typed.from}
          />
          <Field
            id="until"
            name="until"
            label="Last day"
            need="required"
            type="date"
            className="when"
            error={problems['until']}
            defaultValue={typed.until}
          />
        </div>
        <Field
          id="seat_price"
          name="seat_price"
          label="Seat price"
          need="optional"
          hint="Dollars. Without one the product’s own price holds."
          error={problems['seat_price']}
          defaultValue={typed.price}
          maxLength={12}
        />
        <p className="field">
          <label>
            <input type="checkbox" name="without_conflicts" value="yes" defaultChecked={typed.alone} /> Leave
            out what has no aircraft of its own
          </label>
        </p>
        <div className="btn-row">
          <button
            type="submit"
            className={plan && !made ? 'btn second' : 'btn'}
            name="intent"
            value="preview"
          >
            Show what it makes
          </button>
          {plan && !made && plan.made > 0 ? (
            <button type="submit" className="btn" name="intent" value="make">
              Make {plan.made} {plan.made === 1 ? 'departure' : 'departures'} a week
            </button>
          ) : null}
        </div>
      </form>
      {plan ? <WeekPlan plan={plan} made={made} /> : null}
    </div>
  )
}
