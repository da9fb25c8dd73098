import { type Seating } from '#contract/seating.ts'
import { describeLoad } from './seating-words.ts'
import { WeightMeter } from './weight-meter.tsx'

/** The loads of a seating against their limits, in words and, where there is one limit, as a bar. */
export function SeatingLimits({ seating: { loads, pilot_lbs: pilotLbs } }: { seating: Seating }) {
  if (loads.length === 0) return null
  return (
    <dl className="lim">
      {loads.map((load) => {
        const { part, value, limit } = describeLoad(load, pilotLbs)
        return (
          <div key={part}>
            <dt>{part}</dt>
            <dd>
              <b>{value}</b> {limit}
            </dd>
            {load.over ? (
              <dd className="over">▲ {load.kind === 'front' ? 'against the rule' : 'over its limit'}</dd>
            ) : null}
            {load.max === null || load.min !== null || load.kind === 'front' ? null : (
              <dd>
                <WeightMeter pounds={load.value} most={load.max} />
              </dd>
            )}
          </div>
        )
      })}
    </dl>
  )
}
