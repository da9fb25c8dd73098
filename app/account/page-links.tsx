import { type ListMeta } from '#contract/primitives.ts'

interface PageLinksProps {
  /** What the pages list, for the label `Pages of orders`. */
  label: string
  pagination: ListMeta['pagination']
  /** Returns the address of a page. */
  href: (page: number) => string
}

/** Pagination of an account's list, newest first. */
export function PageLinks({ label, pagination, href }: PageLinksProps) {
  const { current_page: page, total_pages: pages } = pagination
  if (pages < 2) return null
  return (
    <nav className="pages" aria-label={label}>
      {page > 1 ? (
        <a className="btn second small" rel="prev" href={href(page - 1)}>
          Newer
        </a>
      ) : null}
      <span className="muted">
        Page {page} of {pages}
      </span>
      {page < pages ? (
        <a className="btn second small" rel="next" href={href(page + 1)}>
          Older
        </a>
      ) : null}
    </nav>
  )
}
