import { type ReactNode } from 'react'
import { READ_FIRST } from './sent-fields.tsx'

/** What was just done, with a form that takes it back where that is possible. */
export const DoneBar = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="undo" role="status" {...READ_FIRST}>
    <span>{text}</span>
    {children}
  </div>
)
