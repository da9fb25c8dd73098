import { type IntegrityCheck } from '#contract/promise.ts'
import { formatFigure } from './check-summary.ts'
import { formatDateTime } from '../format/date-time.ts'

const TITLES: Record<IntegrityCheck['subject'], { title: string; about: string }> = {
  seats: { title: 'Your seat', about: 'Counted from every order and every seat that is kept for somebody.' },
  money: { title: 'Your money', about: 'Counted from the ledger, and from our card processor’s own lists.' },
  messages: { title: 'Your mail', about: 'Counted from what was to leave and what has left.' },
}

interface IntegrityCheckRowsProps {
  subject: IntegrityCheck['subject']
  checks: readonly IntegrityCheck[]
  zone: string
}

/** The integrity checks of one subject, each with its figure. */
export function IntegrityCheckRows({ subject, checks, zone }: IntegrityCheckRowsProps) {
  const { title, about } = TITLES[subject]
  return (
    <section className="promise-part" aria-labelledby={`promises-${subject}`}>
      <div className="promise-part-head">
        <h2 className="small" id={`promises-${subject}`}>
          {title}
        </h2>
        <p className="sm muted">{about}</p>
      </div>
      <ul className="promise-rows">
        {checks
          .filter((promise) => promise.subject === subject)
          .map((promise) => (
            <IntegrityCheckRow key={promise.name} check={promise} zone={zone} />
          ))}
      </ul>
    </section>
  )
}

function IntegrityCheckRow({ check, zone }: { check: IntegrityCheck; zone: string }) {
  const { state, statement, meaning, remedy } = check
  const figure = formatFigure(check)
  return (
    <li className={`promise-row ${state ?? 'uncounted'}`}>
      <p className={`promise-figure t num${figure.length > 6 ? ' long' : ''}`}>
        {figure === '–' ? <span className="vh">not known</span> : null}
        <span aria-hidden={figure === '–' ? true : undefined}>{figure}</span>
      </p>
      <div className="promise-words">
        <h3 className="h-s">{statement}</h3>
        <p>{meaning}</p>
        <CheckState check={check} zone={zone} />
      </div>
      <p className="promise-remedy sm">
        <strong>{state === 'broken' ? 'What we are doing' : 'If it is not kept'}</strong>
        {remedy}
      </p>
    </li>
  )
}

function CheckState({ check: { state, checked_at: at }, zone }: { check: IntegrityCheck; zone: string }) {
  if (state === 'broken') return <p className="promise-standing sm">Not kept at the last count</p>
  if (state !== 'unchecked') return null
  return (
    <p className="promise-standing sm">
      {at ? (
        <>
          Not checked since <time dateTime={at}>{formatDateTime(at, zone)}</time>: our card processor did not
          answer in full
        </>
      ) : (
        'Not checked yet: our card processor did not answer in full'
      )}
    </p>
  )
}
