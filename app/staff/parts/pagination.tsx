import { type ListMeta } from '#contract/primitives.ts'

interface StaffPaginationProps {
  path: string
  /** The filters of the list; empty ones are left out. */
  filter: Record<string, string>
  pagination: ListMeta['pagination']
}

/** Links to the next and the previous page of a list. */
export function StaffPagination({
  path,
  filter,
  pagination: { current_page: page, total_pages: pages },
}: StaffPaginationProps) {
  if (pages < 2) return null
  const href = (to: number) => {
    const entries = Object.entries(filter).filter(([, value]) => value !== '')
    return `${path}?${new URLSearchParams([...entries, ['page', String(to)]]).toString()}`
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
