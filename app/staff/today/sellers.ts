import { type DayDeparture } from '#contract/flight-day.ts'

/** The brands that sell a departure, in words; empty if there is only one brand. */
export const describeSellers = ({ brand_ids: ids }: DayDeparture, brands: Record<string, string>): string =>
  new Intl.ListFormat('en').format(ids.flatMap((id) => brands[id] ?? []))
