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
  /** Of the panels of a group one is open at a time. */
  group?: string
  children: ReactNode
}

/** One act of a page, folded; of all panels one is open at a time. */
export function ActionPanel(props: ActionPanelProps) {
  const { id, title, letter, danger = false, open = false, group = 'act', children } = props
  return (
    <details name={group} id={id} className={danger ? 'no' : undefined} open={open}>
      <summary aria-keyshortcuts={letter}>
        {title}
        {letter === undefined ? null : <kbd aria-hidden="true">{letter}</kbd>}
      </summary>
      <div className="act">{children}</div>
    </details>
  )
}
