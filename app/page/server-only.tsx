import { type ReactNode } from 'react'

/**
 * A part of a hydrated page that only the server renders: the browser keeps its HTML and loads no
 * script for it. The content must not change while the page is shown. Write it as
 * `import.meta.env.SSR ? <Part /> : null`, so that it is left out of the browser's bundle.
 */
export function ServerOnly({ children }: { children: ReactNode }) {
  return import.meta.env.SSR ? (
    <div>{children}</div>
  ) : (
    <div suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
  )
}
