import { type WeatherHoldPreview } from '#contract/weather-hold.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { describeHold, holdPressText } from './hold-words.ts'
import { type WeatherPlan } from './load-weather.server.ts'
import { holdHref, type HOLD_SHAPE, weatherHref, weatherNote } from './weather-view.ts'

export interface HoldFormProps {
  plan: WeatherPlan
  preview: WeatherHoldPreview
  form: PlainForm<keyof typeof HOLD_SHAPE.labels>
}

/** Puts the previewed span on hold: what follows from it, the time of the decision, one press. */
export function HoldForm({ plan: { view, formKey }, preview, form }: HoldFormProps) {
  const { weather_hold_id: known } = preview
  return (
    <section className="weather-hold" aria-labelledby="hold-span">
      <h3 id="hold-span">Not sure yet? Hold them</h3>
      {known === null ? (
        <form method="post" action={weatherHref(view)} className="weather-press" {...form.props}>
          <input type="hidden" name="key" value={formKey} />
          <input type="hidden" name="act" value="hold" />
          {Object.entries(view).map(([name, value]) =>
            value === null || value === '' ? null : (
              <input key={name} type="hidden" name={name} value={value} />
            ),
          )}
          <ul className="weather-then">
            {describeHold(preview).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            <li>{`They read: “${weatherNote(view)}”`}</li>
          </ul>
          <TextField field={form.fields.decide_time} type="time" need="required" />
          <button type="submit" className="btn second">
            {holdPressText(preview)}
          </button>
        </form>
      ) : (
        <p>
          Some of this time is on hold already. <a href={holdHref(known)}>Open that hold</a> to decide it, or
          to move its time.
        </p>
      )}
    </section>
  )
}
