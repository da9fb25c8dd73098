import { renderToStaticMarkup } from 'react-dom/server'
import { CheckoutTransferOffer } from './transfer-offer.tsx'
import { type Visit } from '../visit/load-visit.server.ts'

/** The way to another device as HTML; nothing where the service keeps no drafts to go on with. */
export const renderCheckoutTransferOffer = ({ specOnly }: Visit): string =>
  specOnly ? '' : renderToStaticMarkup(<CheckoutTransferOffer />)
