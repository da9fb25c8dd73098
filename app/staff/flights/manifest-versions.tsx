import { type ManifestChange, type ManifestVersion } from '#contract/manifest-version.ts'
import { formatTime, toLocalTime } from '../../format/local-time.ts'
import { formatCount } from '../parts/count-noun.ts'
import { describeManifestChange } from './manifest-change-words.ts'
import { type ManifestView } from './manifest-view.ts'

type VersionsProps = Pick<ManifestView, 'manifest' | 'versions'>

const clockOf = (instant: string, zone: string) => formatTime(toLocalTime(instant, zone))

/** Records what stands there now and opens it as a sheet. */
export function PrintButton() {
  return (
    <form method="post">
      <button type="submit" className="btn second small" name="print" value="yes">
        Print the manifest
      </button>
    </form>
  )
}

/** What changed after the last paper, in words, where nobody has to open anything to see it. */
export function ChangedAfterPrinting({ manifest, versions }: VersionsProps) {
  const { manifest_state: state, manifest_versions: all } = versions
  const { changes_after_printing: changes, printed } = state
  const paper = all.find(({ number }) => number === printed)
  if (changes.length === 0 || !paper) return null
  const { timezone: zone } = manifest.flight
  return (
    <section className="alert warn changed no-print" aria-labelledby="changed">
      <h2 id="changed">{formatCount(changes.length, 'change', 'changes')} after printing</h2>
      <ChangeList changes={changes} zone={zone} />
      <p>
        The paper is version {paper.number}
        {paper.printed_at === null ? '' : `, printed ${clockOf(paper.printed_at, zone)}`}.{' '}
        {describeAcceptance(versions)}
      </p>
      <PrintButton />
    </section>
  )
}

/** What the pilot has accepted by now. */
function describeAcceptance({ manifest_state: state, manifest_versions: all }: ManifestView['versions']) {
  const accepted = all.find(({ number }) => number === state.accepted)
  if (!accepted) return 'The pilot has accepted none.'
  const what = `${accepted.accepted_by ?? 'The pilot'} has accepted version ${String(accepted.number)}`
  return state.changes_after_acceptance.length === 0 ? `${what}, which has them.` : `${what}.`
}

function ChangeList({ changes, zone }: { changes: readonly ManifestChange[]; zone: string }) {
  return (
    <ul className="before-list">
      {changes.map((one) => (
        <li key={`${one.kind}-${String(one.passenger_id)}`}>{`${describeManifestChange(one, zone)}.`}</li>
      ))}
    </ul>
  )
}

/** The versions that were printed or accepted, newest first, each with its differences. */
export function ManifestVersions({ manifest, versions }: VersionsProps) {
  const { manifest_versions: all } = versions
  if (all.length === 0) return null
  return (
    <section className="desk-part no-print" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ol className="hist">
        {all.map((version) => (
          <VersionRow key={version.number} version={version} zone={manifest.flight.timezone} />
        ))}
      </ol>
    </section>
  )
}

function VersionRow({ version, zone }: { version: ManifestVersion; zone: string }) {
  const { flight_id: id, number, changes, printed_at: printed, accepted_at: accepted } = version
  const at = printed ?? accepted
  const what = [
    printed === null ? '' : `printed by ${version.printed_by ?? 'somebody'}`,
    accepted === null ? '' : `accepted ${clockOf(accepted, zone)} by ${version.accepted_by ?? 'the pilot'}`,
  ]
  return (
    <li>
      {at === null ? <span /> : <time dateTime={at}>{clockOf(at, zone)}</time>}
      <div>
        <p>
          <b>
            <a href={`/staff/flights/${String(id)}/manifest?version=${String(number)}`}>Version {number}</a>
          </b>
          , {what.filter(Boolean).join(', ')}.
        </p>
        {changes.length === 0 ? null : <ChangeList changes={changes} zone={zone} />}
      </div>
    </li>
  )
}
