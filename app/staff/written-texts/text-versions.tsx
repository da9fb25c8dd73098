import { DateTimeCell } from '../parts/date-time.tsx'
import { StaffState } from '../parts/staff-state.tsx'
import { draftState } from './draft-words.ts'
import { type Text } from './load-text.server.ts'
import { fileWords, textPath } from './text-words.ts'

/** All versions, the newest first, with the words of the shop's files at the end. */
export function TextVersions(text: Text) {
  const { name, brand, kind, version, versions, draft, signedOfFiles, look, zone, mayEdit } = text
  const path = textPath(brand.id, name)
  const rows = [
    ...versions.map((one) => ({
      ...{ number: one.version, at: one.saved_at, why: one.note, by: one.saved_by },
      ...{ signed: one.signed, again: one.sign_again },
    })),
    { number: 0, at: null, why: fileWords(kind), by: null, signed: signedOfFiles, again: false },
  ]
  return (
    <section className="desk-part" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ol className="hist" reversed>
        {draft === null ? null : <DraftRow draft={draft} version={version} zone={zone} />}
        {rows.map(({ number, at, why, by, signed, again }) => (
          <li key={number}>
            <DateTimeCell at={at} zone={zone} none="At first" />
            <p>
              <b>{number}.</b> {number === version ? <span className="st ok">Shown</span> : null} {why}{' '}
              <a
                href={`${path}?look=${String(number)}#shown`}
                aria-current={number === look ? 'true' : undefined}
              >
                Look<span className="vh"> at version {number}</span>
              </a>
              {mayEdit && number !== version ? (
                <>
                  {' · '}
                  <a href={`${path}?back=${String(number)}`}>
                    Bring it back<span className="vh">: version {number}</span>
                  </a>
                </>
              ) : null}{' '}
              <small className="muted">{aboutVersion({ by, signed, again })}</small>
            </p>
          </li>
        ))}
      </ol>
      <p className="muted">
        What comes back is saved as a new version with the old words. Every version stays as it was saved.
      </p>
    </section>
  )
}

interface VersionFacts {
  by: string | null
  /** The signed copies of a waiver. */
  signed: number | undefined
  again: boolean
}

/** `Dana Whitlock, 1,906 signed` */
const aboutVersion = ({ by, signed, again }: VersionFacts): string =>
  [
    ...(by === null ? [] : [by]),
    ...(signed === undefined ? [] : [`${signed.toLocaleString('en-US')} signed`]),
    ...(again ? ['signed again by whoever flies later'] : []),
  ].join(', ')

/** What is not shown yet; its words are in the form. */
function DraftRow({
  draft,
  version,
  zone,
}: Pick<Text, 'version' | 'zone'> & { draft: NonNullable<Text['draft']> }) {
  const { text, shape } = draftState(draft, zone)
  const about = aboutVersion({ by: draft.saved_by, signed: undefined, again: draft.sign_again })
  return (
    <li>
      <DateTimeCell at={draft.saved_at} zone={zone} />
      <p>
        <b>{version + 1}.</b> <StaffState shape={shape}>{text}</StaffState> {draft.note}{' '}
        <small className="muted">{about}</small>
      </p>
    </li>
  )
}
