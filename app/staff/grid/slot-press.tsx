import { type ReactNode } from 'react'
import { departureValue, sellPath } from '../sell/sell-state.ts'
import { type DayGrid } from './load-grid.server.ts'
import { type GridSlot } from './grid-words.ts'

interface SlotPressProps {
  grid: Pick<DayGrid, 'view' | 'brandId' | 'origins'>
  slot: GridSlot
  className?: string
  /** What is sold; the departure by default. */
  value?: string
  children: ReactNode
}

/**
 * Starts the sale: holds the seats and opens the sale with them. What another brand sells is a link
 * to that brand's own desk, which holds nothing yet.
 */
export function SlotPress({ grid, slot: { row, departure }, className, value, children }: SlotPressProps) {
  const { view, brandId, origins } = grid
  const sold = value ?? departureValue(departure)
  const sale = {
    kind: row.sold_as,
    product: row.product_id,
    date: departure.local_date,
    people: view.party,
  }
  if (row.brand_ids.includes(brandId)) {
    return (
      <button
        type="submit"
        className={className}
        formAction={sellPath(sale)}
        name="choose"
        value={new URLSearchParams([['departure', sold]]).toString()}
      >
        {children}
      </button>
    )
  }
  const origin = origins[String(row.selling_brand_id)] ?? ''
  return (
    <a className={className} href={`${origin}${sellPath({ ...sale, departure: sold, at: 'time' })}`}>
      {children}
    </a>
  )
}
