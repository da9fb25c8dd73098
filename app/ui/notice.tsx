import { type ReactNode } from 'react'

/** What went wrong, said at once; nothing where nothing did. */
export function Failure({ text }: { text: string | null | undefined }) {
  if (!text) return null
  return (
    <p className="alert bad" role="alert" tabIndex={-1}>
      {text}
    </p>
  )
}

/** What was done. */
export function Success({ children }: { children: ReactNode }) {
  return (
    <p className="alert good" role="status">
      {children}
    </p>
  )
}
