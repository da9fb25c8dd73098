import { type DepartureWeek } from '#contract/departure-week.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Failure } from '../../ui/notice.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { LIVE_FORM, LivePreview, LivePreviewText, describeMissingFields } from '../parts/live-part.tsx'
import { type WeekFormValues, type WeekFare, WeekFields } from './week-form.tsx'
import { CreatedWeek, WeekPlan } from './week-plan.tsx'

const LABELS: Record<string, string> = {
  product_id: 'Product',
  days: 'Weekdays',
  times: 'Times',
  from: 'First day',
  until: 'Last day',
  left_out_dates: 'Days left out',
  fare_id: 'Fare',
  seat_price: 'Seat price',
  flight_price: 'Price of a whole aircraft',
  publish_at: 'On sale from',
}
const labelOf = (name: string) => LABELS[name] ?? name
/** The element that an error links to: of a list of checkboxes it is the first one. */
const TARGETS: Record<string, string> = { days: 'day-1' }

interface WeekPageProps {
  products: { id: number; name: string }[]
  fares: WeekFare[]
  typed: WeekFormValues
  /** The zone of the instants. */
  zone: string
  /** Idempotency key of the button "Make". */
  nonce: string
  answer:
    | {
        plan: DepartureWeek | undefined
        seen: string
        made: boolean
        problems: Record<string, string>
        failure?: string | undefined
      }
    | undefined
}

/** Plans departures for a span of days: first painted, then checked, then created. */
export function WeekPage({ products, fares, typed, zone, nonce, answer }: WeekPageProps) {
  const problems = answer?.problems ?? {}
  const { plan, made } = answer ?? { plan: undefined, made: false }
  const shown = plan && !made
  return (
    <div className="wrap desk">
      <ErrorSummary
        items={Object.entries(problems).map(([name, text]) => ({
          text: `${labelOf(name)}: ${text}`,
          target: TARGETS[name] ?? name,
        }))}
      />
      <StaffPageTitle href="/staff/catalogue/departures" above="departures">
        Paint a week
      </StaffPageTitle>
      <Failure text={answer?.failure} />
      {plan && made ? <CreatedWeek plan={plan} /> : null}
      <form method="post" className="form row-form" noValidate {...LIVE_FORM}>
        <input type="hidden" name="key" value={nonce} />
        <WeekFields {...{ products, fares, typed, problems, zone }} />
        <LivePreview id="week-buttons">
          <div className="btn-row">
            <button type="submit" className={shown ? 'btn second' : 'btn'} name="intent" value="preview">
              Show what it makes
            </button>
            {shown && plan.made > 0 ? (
              <>
                <input type="hidden" name="seen" value={answer?.seen} />
                <button type="submit" className="btn" name="intent" value="make">
                  Make {plan.made} {plan.made === 1 ? 'departure' : 'departures'} a week
                </button>
              </>
            ) : null}
          </div>
        </LivePreview>
      </form>
      <LivePreview id="week-plan">
        {plan ? (
          <WeekPlan plan={plan} made={made} />
        ) : (
          <LivePreviewText words={describeMissingFields(problems, labelOf)} />
        )}
      </LivePreview>
    </div>
  )
}
