import { type ManifestChange, type PilotFlight } from '#contract/manifest-version.ts'
import { isAhead } from '../flights/flight-state.ts'
import { describeManifestChange } from '../flights/manifest-change-words.ts'

/** What changed since the pilot accepted the manifest, and the one button that accepts it. */
export function AcceptPart({ flight }: { flight: PilotFlight }) {
  const { accepted, changes_after_acceptance: changes } = flight.manifest_state
  if (!isAhead(flight.status)) return null
  if (accepted !== null && changes.length === 0) {
    return (
      <>
        <p className="sun-note">You accepted version {accepted}. Nothing has changed since.</p>
        {/* A weight that is typed without a connection has to be accepted, too. */}
        <template id="accept">
          <AcceptForm flight={flight} />
        </template>
      </>
    )
  }
  return <AcceptForm flight={flight} />
}

function AcceptForm({ flight }: { flight: PilotFlight }) {
  const { manifest_state: state, content, flight_code: code } = flight
  const { accepted, printed, changes_after_acceptance: changes } = state
  const paperChanges = accepted === null ? state.changes_after_printing : []
  return (
    <form
      method="post"
      className="sun-note strong"
      data-title={`${code}, manifest accepted`}
      data-target={`accept-${String(flight.id)}`}
    >
      <input type="hidden" name="flight" value={flight.id} />
      <input type="hidden" name="seen" value={state.seen} />
      {accepted === null ? (
        <p data-unaccepted="">
          <b>You have not accepted this manifest yet.</b>
        </p>
      ) : changes.length === 0 ? (
        <p data-unaccepted="">
          <b>You typed a weight after you accepted version {accepted}.</b>
        </p>
      ) : (
        <>
          <p data-unaccepted="">
            <b>Changed since you accepted version {accepted}:</b>
          </p>
          <Changes changes={changes} zone={content.timezone} />
        </>
      )}
      {paperChanges.length > 0 ? (
        <>
          <p data-unaccepted="">Changed after version {printed} was printed:</p>
          <Changes changes={paperChanges} zone={content.timezone} />
        </>
      ) : null}
      <button type="submit" className="sun-btn go" name="act" value="accept">
        {accepted === null ? 'Accept the manifest' : 'Accept changes'}
      </button>
    </form>
  )
}

const Changes = ({ changes, zone }: { changes: readonly ManifestChange[]; zone: string }) => (
  <ul className="sun-changes">
    {changes.map((one) => (
      <li key={`${one.kind}-${String(one.passenger_id)}`}>{`${describeManifestChange(one, zone)}.`}</li>
    ))}
  </ul>
)
