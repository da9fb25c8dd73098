import { type ReactNode } from 'react'

interface FigureProps {
  name: string
  /** The figure in words; what follows its decimal point is set smaller. */
  text: string
  /** What it compares with, or what to do about it. */
  children: ReactNode
}

/** A large figure of a list `figs`. */
export function Figure({ name, text, children }: FigureProps) {
  const point = text.indexOf('.') + 1
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">
        {point === 0 ? text : text.slice(0, point)}
        {point === 0 ? null : <small>{text.slice(point)}</small>}
      </dd>
      <dd className="sm">{children}</dd>
    </div>
  )
}
