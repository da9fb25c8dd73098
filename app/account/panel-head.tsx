import { type ReactNode } from 'react'

/** A panel's heading, and a sentence where one is needed. */
export function PanelHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="panel-head">
      <h2 id="panel-title">{title}</h2>
      {children ? <p className="muted">{children}</p> : null}
    </div>
  )
}
