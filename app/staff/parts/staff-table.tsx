import { type ReactNode } from 'react'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

interface StaffTableProps {
  /** The accessible name of its scroll region. */
  label: string
  heads: readonly string[]
  /** Columns of figures, whose cells have the class `r`. */
  figures?: readonly string[]
  /** Columns whose heads are visible to screen readers only. */
  quiet?: readonly string[]
  /** The caption is visible to screen readers only. */
  caption?: string
  /** Its rows have several lines. */
  multiline?: boolean
  /** On a phone the cells of a row are stacked, with the labels in `data-label`. */
  stacked?: boolean
  /** The row below them, with the sums. */
  foot?: ReactNode
  /** The rows. */
  children: ReactNode
}

/** A table with headers, in a region that scrolls if the page is narrower. */
export function StaffTable({
  label,
  heads,
  figures = [],
  quiet = [],
  caption,
  multiline = false,
  stacked = false,
  foot,
  children,
}: StaffTableProps) {
  return (
    <ScrollRegion label={label}>
      <table className={['table', multiline && 'tall', stacked && 'stacks'].filter(Boolean).join(' ')}>
        {caption === undefined ? null : <caption className="vh">{caption}</caption>}
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className={figures.includes(head) ? 'r' : undefined}>
                {quiet.includes(head) ? <span className="vh">{head}</span> : head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
        {foot === undefined ? null : <tfoot>{foot}</tfoot>}
      </table>
    </ScrollRegion>
  )
}
