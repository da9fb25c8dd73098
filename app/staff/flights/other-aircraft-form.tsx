import { type OtherAircraft } from './load-other-aircraft.server.ts'

/**
 * Another machine for a flight: those of its base, with why one does not fit. The service judges it
 * once more.
 */
export function OtherAircraftForm({ others }: { others: readonly OtherAircraft[] }) {
  if (others.length === 0) return null
  return (
    <form method="post" className="desk-tools no-print">
      <label className="flabel" htmlFor="aircraft">
        Another aircraft for this flight
      </label>
      <div className="btn-row">
        <select className="input" id="aircraft" name="aircraft" defaultValue="">
          <option value="">Please choose</option>
          {others.map(({ id, name, unfit }) => (
            <option key={id} value={id} disabled={unfit !== undefined}>
              {unfit === undefined ? name : `${name}: ${unfit}`}
            </option>
          ))}
        </select>
        <button type="submit" className="btn second small">
          Change the aircraft
        </button>
      </div>
    </form>
  )
}
