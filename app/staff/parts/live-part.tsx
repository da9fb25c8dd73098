import { type ReactNode } from 'react'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import script from '../../enhancers/live-form.js?url'

/**
 * Attributes of a form with a preview: while its user types it is submitted as if its button
 * `preview` were pressed, and the live parts of the answer replace those of the page. Without
 * scripts the button does it.
 */
export const LIVE_FORM = { 'data-live': 'preview', 'data-script': script } as const

/**
 * Attributes of a live part that others change meanwhile: the page is read again every few seconds
 * while somebody looks at it. Without scripts whoever looks reloads the page.
 */
export const LIVE_PAGE = { 'data-live-page': '', 'data-script': script } as const

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

/** Lists the fields that are missing before a preview is possible. */
export function describeMissingFields({ fields }: Pick<PlainForm, 'fields'>): string {
  const names = Object.values(fields).flatMap(({ error, label }) => (error ? [label] : []))
  return names.length === 0 ? '' : `Nothing to show yet. Look at: ${names.join(', ')}.`
}
