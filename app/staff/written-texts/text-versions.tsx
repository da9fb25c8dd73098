import { DateTimeCell } from '../parts/date-time.tsx'
import { type Text } from './load-text.server.ts'
import { fileWords, textPath } from './text-words.ts'

/** All versions, the newest first, with the words of the shop's files at the end. */
export function TextVersions({ name, brand, kind, version, versions, look, zone, mayEdit }: Text) {
  const path = textPath(brand.id, name)
  const rows = [
    ...versions.map((one) => ({ number: one.version, at: one.saved_at, why: one.note, by: one.saved_by })),
    { number: 0, at: null, why: fileWords(kind), by: null },
  ]
  return (
    <section className="desk-part" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ol className="hist" reversed>
        {rows.map(({ number, at, why, by }) => (
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
              {by === null ? null : <small className="muted">{by}</small>}
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
