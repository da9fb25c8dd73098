import { renderToStaticMarkup } from 'react-dom/server'
import { GiftUnavailable } from './gift-offer.tsx'

/**
 * What is said of a flight that no gift card is sold for, as HTML: the hydrated page has no room
 * for its script.
 */
export const renderGiftOffer = (offer: Parameters<typeof GiftUnavailable>[0]): string =>
  renderToStaticMarkup(
    <div className="wrap section checkout">
      <GiftUnavailable {...offer} />
    </div>,
  )
