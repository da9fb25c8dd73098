import { type ReactNode } from 'react'

interface MeansTitleProps {
  id: string
  children: string
  /** A link to what this means of payment needs. */
  to?: ReactNode
}

/**
 * The title of the form of one means of payment: the forms below each other have fields of the same
 * names.
 */
export function MeansTitle({ id, children, to }: MeansTitleProps) {
  return (
    <div className="means-head">
      <h3 id={id}>{children}</h3>
      {to}
    </div>
  )
}
