import { type OrderFile } from '#contract/order-file.ts'
import { History, type HistoryFilter } from '../parts/history.tsx'

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
}

/** What happened to an order and who did it. */
export function OrderPast({ order, history, view, zone }: OrderPastProps) {
  const path = `/staff/orders/${String(order)}`
  return (
    <section className="desk-part" aria-labelledby="history">
      <History title="History" filters={FILTERS} events={history.toReversed()} {...{ path, view, zone }} />
    </section>
  )
}
