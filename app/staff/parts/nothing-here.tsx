import { type ReactNode } from 'react'

interface NothingHereProps {
  /** What there is none of. */
  what: string
  /** Whether that is good, or what to do. */
  children?: ReactNode
}

/** Stands where a list is empty. */
export const NothingHere = ({ what, children }: NothingHereProps) => (
  <p className="nothing">
    <strong>{what}</strong> {children}
  </p>
)
