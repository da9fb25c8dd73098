import { renderToStaticMarkup } from 'react-dom/server'
import { GiftForm } from '../checkout/gift-form-view.tsx'
import { GiftOffer } from '../checkout/gift-offer.tsx'
import { type GiftPage } from './load-gift-page.server.ts'

/** The gift page as HTML, for a hydrated page whose script has no room for it: its forms are plain ones. */
export const renderGiftPage = (page: GiftPage | undefined, offer: Parameters<typeof GiftOffer>[0]): string =>
  renderToStaticMarkup(
    page ? (
      <GiftForm page={page} />
    ) : (
      <div className="wrap section checkout">
        <GiftOffer {...offer} />
      </div>
    ),
  )
