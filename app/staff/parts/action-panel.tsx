import { type ReactNode } from 'react'

interface ActionPanelProps {
  /** The id of the panel. */
  id: string
  title: string
  /** The letter that opens it. */
  letter?: string
  /** It takes something away. */
  danger?: boolean
  open?: boolean
  children: ReactNode
}

/** One act of a page, folded; of all panels one is open at a time. */
export function ActionPanel({ id, title, letter, danger = false, open = false, children }: ActionPanelProps) {
  return (
    <details name="act" id={id} className={danger ? 'no' : undefined} open={open}>
      <summary aria-keyshortcuts={letter}>
        {title}
        {letter === undefined ? null : <kbd aria-hidden="true">{letter}</kbd>}
      </summary>
      <div className="act">{children}</div>
    </details>
  )
}
