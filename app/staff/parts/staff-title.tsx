import { type ReactNode } from 'react'

interface StaffPageTitleProps {
  /** The page it hangs below. */
  href: string
  above: ReactNode
  children: ReactNode
}

/** A page's heading, with the way back above it. */
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
