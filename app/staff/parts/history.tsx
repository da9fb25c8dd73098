import { type ReactNode } from 'react'
import { type HistoryNote } from '#contract/comment.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { DateTimeCell } from './date-time.tsx'
import { NoteEditor } from './note-editor.tsx'
import { type NoteEditor as Editor } from './note-form.ts'

/** A way to look at the history: what its link says, which events it has, and what it says without one. */
export interface HistoryFilter {
  title: string
  /** Undefined for every kind. */
  kind?: string
  nothing: string
}

interface HistoryEvent {
  at: string
  kind: string
  text: string
  by: string | null
  public?: boolean | undefined
  /** A note that can be changed. */
  note?: HistoryNote | undefined
}

interface HistoryProps<View extends string> {
  title: string
  /** The page it stands on. */
  path: string
  /** The first one shows everything. */
  filters: Readonly<Record<View, HistoryFilter>>
  view: View
  /** Newest first. */
  events: readonly HistoryEvent[]
  zone: string
  editor: Editor
  /** The refusal of a form of the page. */
  answer: FormAnswer | undefined
  /** What is said between the filters and the events. */
  children?: ReactNode
}

/** What happened and who did it, newest first, with a link for each way to look at it. */
export function History<View extends string>(props: HistoryProps<View>) {
  const { title, path, filters, view, events, zone, editor, answer, children } = props
  const { kind, nothing } = filters[view]
  const shown = events.filter((event) => kind === undefined || event.kind === kind)
  return (
    <>
      <div className="desk-head">
        <h2 id="history">{title}</h2>
        <nav aria-label="History" className="desk-chips">
          {(Object.keys(filters) as View[]).map((one) => (
            <a
              key={one}
              href={filters[one].kind === undefined ? `${path}#history` : `${path}?show=${one}#history`}
              aria-current={one === view ? 'true' : undefined}
            >
              {filters[one].title}
            </a>
          ))}
        </nav>
      </div>
      {children}
      {shown.length === 0 ? <p className="muted">{nothing}</p> : null}
      <ol className="hist" reversed>
        {shown.map((event, index) => (
          <li key={`${String(index)} ${event.at}`}>
            <DateTimeCell at={event.at} zone={zone} />
            <p>
              {event.kind === 'note' ? <b>Note. </b> : null}
              {event.text} {event.public ? <span className="st">The customer reads it</span> : null}{' '}
              {event.note?.on_manifest ? <span className="st">On the manifest</span> : null}{' '}
              {event.by === null ? null : <small className="muted">{event.by}</small>}
            </p>
            <NoteEditor note={event.note} editor={editor} action={path} answer={answer} />
          </li>
        ))}
      </ol>
    </>
  )
}
