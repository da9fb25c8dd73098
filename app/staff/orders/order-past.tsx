import { type OrderFile } from '#contract/order-file.ts'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { History, type HistoryFilter } from '../parts/history.tsx'
import { type NoteEditor as Editor } from '../parts/note-form.ts'

/** What the history shows: everything, or one kind. */
export const historyViews = ['all', 'notes', 'money'] as const
export type HistoryView = (typeof historyViews)[number]

const FILTERS: Readonly<Record<HistoryView, HistoryFilter>> = {
  all: { title: 'All', nothing: 'Nothing happened yet.' },
  notes: { title: 'Notes', kind: 'note', nothing: 'Nothing noted yet.' },
  money: { title: 'Money', kind: 'money', nothing: 'No money moved yet.' },
}

interface OrderPastProps {
  order: number
  history: OrderFile['history']
  view: HistoryView
  zone: string
  editor: Editor
  /** The refusal of a changed note. */
  noteAnswer: FormAnswer | undefined
}

/** What happened to an order and who did it. */
export function OrderPast({ order, history, view, zone, editor, noteAnswer }: OrderPastProps) {
  const path = `/staff/orders/${String(order)}`
  return (
    <section className="desk-part" aria-labelledby="history">
      <History
        title="History"
        filters={FILTERS}
        events={history.toReversed()}
        answer={noteAnswer}
        {...{ path, view, zone, editor }}
      />
    </section>
  )
}
