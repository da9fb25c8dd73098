import { useEffect, useRef } from 'react'

/**
 * A part of a hydrated page that the server renders as HTML, so that it needs no script. When new
 * HTML replaces it, the focus stays on the same or a nearby element.
 */
export function ServerPart({ html }: { html: string }) {
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(html)
  // Read before the new HTML replaces the old.
  const focused = typeof document === 'undefined' ? '' : (document.activeElement?.id ?? '')
  useEffect(() => {
    if (shown.current !== html && document.activeElement === document.body) {
      const firstField = part.current?.querySelector<HTMLElement>('input:not([type=hidden])')
      ;(document.getElementById(focused) ?? firstField)?.focus()
    }
    shown.current = html
  }, [html, focused])
  return <div ref={part} dangerouslySetInnerHTML={{ __html: html }} />
}
