import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { PAYMENT_LABELS } from '#app/payments/pay-fields.ts'
import { SavedCards, type SavedCardsProps } from '#app/payments/saved-cards.tsx'
import { TenderPanel, type TenderPart } from '#app/payments/tender-panel.tsx'
import { useShopForm } from '#app/ui/form/use-shop-form.ts'

/** The panel of gift cards, vouchers and credit as a page shows it. */
export const panelOf = (part: TenderPart | undefined | null): string =>
  part === null ? '' : renderToStaticMarkup(createElement(TenderPanel, { part }))

const SHAPE = { id: 'pay', labels: PAYMENT_LABELS }

interface PageWithCards extends Pick<SavedCardsProps, 'payWith'> {
  savedCards: Omit<SavedCardsProps, 'payWith' | 'field'>
}

/** The saved cards as a page shows them. */
export function cardsOf({ payWith, savedCards }: PageWithCards): string {
  function Cards() {
    const field = useShopForm(SHAPE, undefined).fields.saved_card
    return createElement(SavedCards, { ...savedCards, payWith, field })
  }
  return renderToStaticMarkup(createElement(Cards))
}
