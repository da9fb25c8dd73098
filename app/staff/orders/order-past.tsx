import { type OrderFile, type OrderFileEvent } from '#contract/order-file.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { DateTimeCell } from '../parts/date-time.tsx'
import { NoteEditor } from '../parts/note-editor.tsx'
import { type NoteEditor as Editor } from '../parts/note-form.ts'

/** What the history shows: everything, or one kind. */
export const historyViews = ['all', 'notes', 'money'] as const
export type HistoryView = (typeof historyViews)[number]

const TITLES: Readonly<Record<HistoryView, string>> = { all: 'All', notes: 'Notes', money: 'Money' }
const NOTHING: Readonly<Record<HistoryView, string>> = {
  all: 'Nothing happened yet.',
  notes: 'Nothing noted yet.',
  money: 'No money moved yet.',
}

const isShown = (view: HistoryView, { kind }: OrderFileEvent): boolean =>
  view === 'all' || kind === (view === 'notes' ? 'note' : 'money')

interface OrderPastProps {
  order: number
  history: OrderFile['history']
  view: HistoryView
  zone: string
  editor: Editor
  /** The refusal of a changed note. */
  noteAnswer: FormAnswer | undefined
}

/** What happened to an order and who did it, newest first. */
export function OrderPast({ order, history, view, zone, editor, noteAnswer }: OrderPastProps) {
  const shown = history.filter((event) => isShown(view, event)).toReversed()
  const path = `/staff/orders/${String(order)}`
  return (
    <section className="desk-part" aria-labelledby="history">
      <div className="desk-head">
        <h2 id="history">History</h2>
        <nav aria-label="History" className="desk-chips">
          {historyViews.map((one) => (
            <a
              key={one}
              href={one === 'all' ? `${path}#history` : `${path}?show=${one}#history`}
              aria-current={one === view ? 'true' : undefined}
            >
              {TITLES[one]}
            </a>
          ))}
        </nav>
      </div>
      {shown.length === 0 ? <p className="muted">{NOTHING[view]}</p> : null}
      <ol className="hist" reversed>
        {shown.map((event, index) => (
          <li key={`${String(index)} ${event.at}`}>
            <DateTimeCell at={event.at} zone={zone} />
            <p>
              {event.kind === 'note' ? <b>Note. </b> : null}
              {event.text} {event.public ? <span className="st">The customer reads it</span> : null}{' '}
              {event.by === null ? null : <small className="muted">{event.by}</small>}
            </p>
            <NoteEditor note={event.note} editor={editor} action={path} answer={noteAnswer} />
          </li>
        ))}
      </ol>
    </section>
  )
}
