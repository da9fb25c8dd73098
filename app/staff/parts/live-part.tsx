import { type ReactNode } from 'react'
import { type ShopForm } from '../../ui/form/use-shop-form.ts'
import script from '../../enhancers/live-form.js?url'

/**
 * What a form says whose page follows it while somebody types: it is sent as its button `preview`
 * would send it, and the live parts of the answer take the place of those that stand here. Without
 * script the button does it.
 */
export const LIVE_FORM = { 'data-live': 'preview', 'data-script': script } as const

/** A part of the page that follows the form. */
export function LivePreview({ id, children }: { id: string; children: ReactNode }) {
  return (
    <div id={id} data-live-part="" className="desk-live">
      {children}
    </div>
  )
}

/**
 * What the parts show, in a sentence: said aloud too where they followed by themselves. One on a
 * page.
 */
export const LivePreviewText = ({ words }: { words: string }) =>
  words === '' ? null : (
    <p className="muted" data-live-words="">
      {words}
    </p>
  )

/** What is missing before there is something to see. */
export function describeMissingFields({ fields }: Pick<ShopForm, 'fields'>): string {
  const names = Object.values(fields).flatMap(({ error, label }) => (error ? [label] : []))
  return names.length === 0 ? '' : `Nothing to show yet. Look at: ${names.join(', ')}.`
}
