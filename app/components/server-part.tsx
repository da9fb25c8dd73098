import { useEffect, useRef } from 'react'

/**
 * A part of a hydrated page that only the server knows how to write: it costs no script. Where another one takes its
 * place, the focus that was in it stays near.
 */
export function ServerPart({ html }: { html: string }) {
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(html)
  useEffect(() => {
    if (shown.current !== html && document.activeElement === document.body)
      part.current?.querySelector('input')?.focus()
    shown.current = html
  }, [html])
  return <div ref={part} dangerouslySetInnerHTML={{ __html: html }} />
}
