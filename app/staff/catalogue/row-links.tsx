import { type RowFormValues } from './row-input.ts'

/**
 * The links beside a product or a fare: the rows that belong to it, and those it needs to be sold.
 */
export function RowLinks({ plural, id, typed }: { plural: string; id: string; typed: RowFormValues }) {
  const links = listRowLinks(plural, id, typed['product_id'])
  if (links.length === 0) return null
  return (
    <nav className="desk-tabs" aria-label="What belongs to it">
      {links.map(([text, href]) => (
        <a key={href} href={href}>
          {text}
        </a>
      ))}
    </nav>
  )
}

const CATALOGUE = '/staff/catalogue'

function listRowLinks(
  plural: string,
  id: string,
  product: RowFormValues[string] | undefined,
): [text: string, href: string][] {
  if (plural === 'products') {
    return [
      ['Its page with timetable and preview', `/staff/products/${id}`],
      ['Paint its week', `${CATALOGUE}/week?product=${id}`],
      ['Its departures', `${CATALOGUE}/departures?product_id=${id}`],
      ['Days off and extra days', `${CATALOGUE}/departure_exceptions?product_id=${id}`],
      ['Its fares', `${CATALOGUE}/fares?product_id=${id}`],
      ['A new fare', `${CATALOGUE}/fares/new?product_id=${id}`],
    ]
  }
  if (typeof product !== 'string') return []
  if (plural === 'fares') {
    return [
      ['Paint a week at this fare', `${CATALOGUE}/week?product=${product}&fare=${id}`],
      ['Its product', `/staff/products/${product}`],
    ]
  }
  return plural === 'departures' ? [['Its product', `/staff/products/${product}`]] : []
}
