import { type ReactNode } from 'react'

/**
 * A part of a hydrated page that only the server renders: the browser keeps its markup as it came,
 * for no script of it is loaded. What stands in it must not change while the page stands. Write its
 * content as `import.meta.env.SSR ? <Part /> : null`, so that the browser's files leave it out.
 */
export function ServerOnly({ children }: { children: ReactNode }) {
  return import.meta.env.SSR ? (
    <div>{children}</div>
  ) : (
    <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  )
}
