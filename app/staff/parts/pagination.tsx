import { type ListMeta } from '#contract/primitives.ts'

interface DeskPagesProps {
  path: string
  /** What the list is narrowed by; what is empty is left out. */
  kept: Record<string, string>
  pagination: ListMeta['pagination']
}

/** The way to the next and the last page of a list. */
export function DeskPages({
  path,
  kept,
  pagination: { current_page: page, total_pages: pages },
}: DeskPagesProps) {
  if (pages < 2) return null
  const href = (to: number) => {
    const said = Object.entries(kept).filter(([, value]) => value !== '')
    return `${path}?${new URLSearchParams([...said, ['page', String(to)]]).toString()}`
  }
  return (
    <nav className="desk-pages" aria-label="Pages">
      {page > 1 ? (
        <a className="btn second small" rel="prev" href={href(page - 1)}>
          Back
        </a>
      ) : null}
      <span className="muted">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a className="btn second small" rel="next" href={href(page + 1)}>
          Next
        </a>
      ) : null}
    </nav>
  )
}
