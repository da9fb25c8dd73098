import { type ReactNode } from 'react'

interface FigureProps {
  name: string
  /** The figure in words; what follows its decimal point is set smaller. */
  text: string
  /** Where what it was summed from is listed. */
  href?: string | undefined
  /** What it compares with, or what to do about it. */
  children: ReactNode
}

/** A large figure of a list `figs`. */
export function Figure({ name, text, href, children }: FigureProps) {
  const point = text.indexOf('.') + 1
  const figure = (
    <>
      {point === 0 ? text : text.slice(0, point)}
      {point === 0 ? null : <small>{text.slice(point)}</small>}
    </>
  )
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{href === undefined ? figure : <a href={href}>{figure}</a>}</dd>
      <dd className="sm">{children}</dd>
    </div>
  )
}
