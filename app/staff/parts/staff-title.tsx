import { type ReactNode } from 'react'

interface StaffPageTitleProps {
  /** The parent page. */
  href: string
  above: ReactNode
  children: ReactNode
  /** What the page tells, in a sentence under its heading. */
  about?: ReactNode
}

/** A page's heading, with a link to the parent page above it. */
export function StaffPageTitle({ href, above, children, about }: StaffPageTitleProps) {
  return (
    <div>
      <p className="eyebrow no-print">
        <a href={href}>{above}</a>
      </p>
      <h1>{children}</h1>
      {about === undefined ? null : <p className="muted">{about}</p>}
    </div>
  )
}
