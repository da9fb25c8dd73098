import { type ReactNode } from 'react'

/** An error, announced at once; renders nothing without one. */
export function Failure({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <p className="alert bad" role="alert" tabIndex={-1}>
      {text}
    </p>
  )
}

/** A confirmation of what was done. */
export function Success({ children }: { children: ReactNode }) {
  return (
    <p className="alert good" role="status">
      {children}
    </p>
  )
}
