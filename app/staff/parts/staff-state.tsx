import { type ReactNode } from 'react'

/** The shapes of states; `none` is the empty circle of what has not begun. */
export type StateShape = 'ok' | 'here' | 'in-air' | 'late' | 'bad' | 'off' | 'done' | 'few' | 'none'

export interface StateWords {
  text: string
  shape: StateShape
}

/** A state by shape and word, then by colour. */
export const StaffState = ({ shape, children }: { shape: StateShape; children: ReactNode }) => (
  <span className={shape === 'none' ? 'st' : `st ${shape}`}>{children}</span>
)
