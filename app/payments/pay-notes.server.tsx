import { renderToStaticMarkup } from 'react-dom/server'
import { SecuredBy, TermsNote } from './terms-note.tsx'

/**
 * The permanent notes beside the button that buys, as HTML, so that the hydrated page needs no
 * script for them.
 */
export const payNotes = {
  terms: renderToStaticMarkup(<TermsNote />),
  /** The 'Secured By' picture of spec section 2. */
  securedBy: renderToStaticMarkup(<SecuredBy />),
}
