import { formatDayAndYear } from '../format/local-time.ts'

interface LegalPageProps {
  text: { title: string; summary: string; updated: string; html: string }
}

/** A legal text, laid out for reading, printing and searching. */
export function LegalPage({ text }: LegalPageProps) {
  return (
    <div className="wrap section">
      <div className="head">
        <h1>{text.title}</h1>
        <p>{text.summary}</p>
        <p className="sm subtle">
          Last changed <time dateTime={text.updated}>{formatDayAndYear(text.updated)}</time>
        </p>
      </div>
      <div className="prose" data-dialog-text="" dangerouslySetInnerHTML={{ __html: text.html }} />
    </div>
  )
}
