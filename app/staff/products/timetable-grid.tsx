import { type ProductSheet } from '#contract/product-sheet.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { FieldError } from '../../ui/field.tsx'
import { TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { ScrollRegion } from '../../ui/scroll-region.tsx'
import { WEEKDAYS } from '../catalogue/week-form.tsx'
import { formatCount } from '../parts/count-noun.ts'
import { type ProductField } from './product-form.ts'
import { ALL_DAYS, cellOf, sortTimes, timeKey, timeName } from './timetable-cells.ts'

interface TimetableGridProps {
  form: PlainForm<ProductField>
  /** Undefined for a product that does not exist yet. */
  sheet: ProductSheet | undefined
  /** The city whose clock the times follow. */
  city: string
}

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' && value !== '' ? [value] : []

/** The timetable as a grid of boxes, and two fields for one more time. */
export function TimetableGrid({ form, sheet, city }: TimetableGridProps) {
  const { fly, times, new_time: newTime, new_sunset: newSunset } = form.fields
  const ticked = new Set(textsOf(fly.meta.initialValue))
  const rows = sortTimes([
    ...textsOf(times.meta.initialValue),
    ...[...ticked].map((cell) => cell.split(' ')[0] ?? ''),
    ...(sheet?.timetable ?? []).map(timeKey),
  ])
  const prices = new Map(sheet?.timetable.map((one) => [timeKey(one), one.seat_prices]))
  return (
    <section className="desk-part" aria-labelledby="timetable">
      <h2 id="timetable" tabIndex={-1}>
        Timetable
      </h2>
      <FieldError id="fly" error={fly.error} />
      {rows.length === 0 ? (
        <p>No time yet. Without one nothing can be booked.</p>
      ) : (
        <ScrollRegion label="Times and weekdays">
          <table className="table week-boxes">
            <caption className="vh">Which times fly on which weekday</caption>
            <thead>
              <tr>
                <th scope="col">Time in {city}</th>
                {WEEKDAYS.map((day) => (
                  <th key={day} scope="col">
                    <abbr title={day}>{day.slice(0, 3)}</abbr>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((key) => (
                <tr key={key}>
                  <th scope="row">
                    {timeName(key)}
                    <OwnPrices prices={prices.get(key) ?? []} />
                    <input type="hidden" name="times" value={key} />
                  </th>
                  {ALL_DAYS.map((day) => (
                    <td key={day}>
                      <label>
                        <input
                          type="checkbox"
                          name="fly"
                          value={cellOf(key, day)}
                          defaultChecked={ticked.has(cellOf(key, day))}
                          aria-label={`${timeName(key)}, ${WEEKDAYS[day] ?? ''}`}
                        />
                      </label>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {sheet && sheet.limited_departures > 0 ? (
        <p>
          <a href={`/staff/catalogue/departures?product_id=${String(sheet.id)}`}>
            {formatCount(sheet.limited_departures, 'departure', 'departures')} a week with an end of their own
          </a>
        </p>
      ) : null}
      <div className="product-figures">
        <TextField field={newTime} type="time" />
        <TextField field={newSunset} hint="−60 is an hour before it." inputMode="text" maxLength={5} />
        <button type="submit" className="btn second" name="intent" value="add">
          Add this time
        </button>
      </div>
    </section>
  )
}

/** What a seat costs at a time, where that is not the product's price. */
function OwnPrices({ prices }: { prices: readonly number[] }) {
  const [lowest] = prices
  const highest = prices.at(-1)
  if (lowest === undefined || highest === undefined) return null
  return (
    <small>
      {lowest === highest ? formatDollars(lowest) : `${formatDollars(lowest)} to ${formatDollars(highest)}`} a
      seat
    </small>
  )
}
