import { type ReactNode } from 'react'

/** One kind of component, in all its states. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="guide-part">
      <h2 className="h-s">{title}</h2>
      <div className="stack flow-4 mt4">{children}</div>
    </section>
  )
}
