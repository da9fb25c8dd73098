import { renderToStaticMarkup } from 'react-dom/server'
import { CheckoutTransferOffer } from './transfer-offer.tsx'
import { type Visit } from '../visit/load-visit.server.ts'

/** The link to continue on another device, as HTML; nothing if the service stores no drafts. */
export const renderCheckoutTransferOffer = ({ specOnly }: Visit): string =>
  specOnly ? '' : renderToStaticMarkup(<CheckoutTransferOffer />)
