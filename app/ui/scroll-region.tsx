import { type ReactNode } from 'react'

interface ScrollRegionProps {
  /** The accessible name of the region. */
  label: string
  children: ReactNode
}

/** Content that may be wider than the page: it scrolls in here, also by keyboard. */
export function ScrollRegion({ label, children }: ScrollRegionProps) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrolled by keyboard
    <div className="scroll" tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}
