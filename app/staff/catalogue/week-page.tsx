import { type DepartureWeek } from '#contract/departure-week.ts'
import { FormErrors } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type KnownValues, plainForm } from '../../ui/form/use-shop-form.ts'
import { StaffPageTitle } from '../parts/staff-title.tsx'
import { LIVE_FORM, LivePreview, LivePreviewText, describeMissingFields } from '../parts/live-part.tsx'
import { type WeekFare, WeekFields } from './week-form.tsx'
import { CreatedWeek, WeekPlan } from './week-plan.tsx'
import { WEEK_SHAPE, type WeekField } from './week-shape.ts'

interface WeekPageProps {
  products: { id: number; name: string }[]
  fares: WeekFare[]
  /** The initial values of an empty form. */
  begun: KnownValues<WeekField>
  /** The time zone of all instants. */
  zone: string
  /** Idempotency key of the button "Make". */
  formKey: string
  answer: { answer: FormAnswer; plan: DepartureWeek | undefined; seen: string; made: boolean } | undefined
}

/** Creates departures for a span of days; a preview comes first. */
export function WeekPage({ products, fares, begun, zone, formKey, answer }: WeekPageProps) {
  const form = plainForm(WEEK_SHAPE, answer?.answer, begun)
  const { plan, made } = answer ?? { plan: undefined, made: false }
  const shown = plan && !made
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <StaffPageTitle href="/staff/catalogue/departures" above="departures">
        Paint a week
      </StaffPageTitle>
      {plan && made ? <CreatedWeek plan={plan} /> : null}
      <form method="post" className="form row-form" {...form.props} {...LIVE_FORM}>
        <input type="hidden" name="key" value={formKey} />
        <WeekFields {...{ products, fares, zone }} fields={form.fields} />
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
          <LivePreviewText words={describeMissingFields(form)} />
        )}
      </LivePreview>
    </div>
  )
}
