import { useEffect, useRef } from 'react'

/**
 * A part of a hydrated page that only the server knows how to write: it costs no script. Where
 * another one takes its place, the focus that was in it stays where it was, or near.
 */
export function ServerPart({ html }: { html: string }) {
  const part = useRef<HTMLDivElement>(null)
  const shown = useRef(html)
  // Looked at before the new one takes its place.
  const focused = typeof document === 'undefined' ? '' : (document.activeElement?.id ?? '')
  useEffect(() => {
    if (shown.current !== html && document.activeElement === document.body) {
      const near = part.current?.querySelector<HTMLElement>('input:not([type=hidden])')
      ;(document.getElementById(focused) ?? near)?.focus()
    }
    shown.current = html
  }, [html, focused])
  return <div ref={part} dangerouslySetInnerHTML={{ __html: html }} />
}
