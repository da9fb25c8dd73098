import { renderToStaticMarkup } from 'react-dom/server'
import { SecuredBy, TermsNote } from './terms-note.tsx'

/** What always stands beside the button that buys, as HTML: no script of the hydrated page's. */
export const payNotes = {
  terms: renderToStaticMarkup(<TermsNote />),
  /** Spec section 2's 'Secured By' picture. */
  securedBy: renderToStaticMarkup(<SecuredBy />),
}
