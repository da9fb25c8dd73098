import { renderToStaticMarkup } from 'react-dom/server'
import { GiftUnavailable } from './gift-offer.tsx'

/**
 * The text for a flight that is not sold as a gift card, as HTML, so that the hydrated page needs
 * no script for it.
 */
export const renderGiftOffer = (offer: Parameters<typeof GiftUnavailable>[0]): string =>
  renderToStaticMarkup(
    <div className="wrap section checkout">
      <GiftUnavailable {...offer} />
    </div>,
  )
