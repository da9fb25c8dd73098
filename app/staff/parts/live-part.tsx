import { type ReactNode } from 'react'
import script from '../../enhancers/live-form.js?url'

/**
 * Attributes of a form with a preview: while its user types it is submitted as if its button
 * `preview` were pressed, and the live parts of the answer replace those of the page. Without
 * scripts the button does it.
 */
export const LIVE_FORM = { 'data-live': 'preview', 'data-script': script } as const

/** A part of the page that previews the form. */
export function LivePreview({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} data-live-part="" className="desk-live">
      {children}
    </div>
  )
}

/**
 * The content of the preview as a sentence, which is announced after each refresh. Once per page.
 */
export const LivePreviewText = ({ words }: { words: string }) =>
  words === '' ? null : (
    <p className="muted" data-live-words="">
      {words}
    </p>
  )

/** The fields that are missing before there is a preview. */
export function describeMissingFields(
  problems: Record<string, string>,
  labelOf: (name: string) => string,
): string {
  const names = Object.keys(problems).map(labelOf)
  return names.length === 0 ? '' : `Nothing to show yet. Look at: ${names.join(', ')}.`
}
