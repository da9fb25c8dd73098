import { type ReactNode } from 'react'

interface ScrollRegionProps {
  /** Names the region for those who hear the page. */
  label: string
  children: ReactNode
}

/** What may be wider than its page scrolls in here, and can be reached and scrolled by keyboard. */
export function ScrollRegion({ label, children }: ScrollRegionProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
