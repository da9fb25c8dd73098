import { type ReactNode } from 'react'

interface StaffPageTitleProps {
  /** The parent page. */
  href: string
  above: ReactNode
  children: ReactNode
}

/** A page's heading, with a link to the parent page above it. */
export function StaffPageTitle({ href, above, children }: StaffPageTitleProps) {
  return (
    <div>
      <p className="eyebrow">
        <a href={href}>{above}</a>
      </p>
      <h1>{children}</h1>
    </div>
  )
}
