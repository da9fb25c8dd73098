import { type ReactNode } from 'react'
import { ScrollRegion } from '../../ui/scroll-region.tsx'

interface StaffTableProps {
  /** Names the region it scrolls in. */
  label: string
  heads: readonly string[]
  /** Heads over figures: their cells have the class `r`. */
  figures?: readonly string[]
  /** Heard, not seen. */
  caption?: string
  /** Its rows are of several lines. */
  multiline?: boolean
  /**
   * On a phone each row stands under the other; cells that need it name themselves in `data-label`.
   */
  stacked?: boolean
  /** The rows. */
  children: ReactNode
}

/** A table under plain heads, in a region of its own where the page is narrower. */
export function StaffTable({
  label,
  heads,
  figures = [],
  caption,
  multiline = false,
  stacked = false,
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
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  )
}
