import { type DayDeparture } from '#contract/flight-day.ts'

/** Which brands sell a departure, in words; empty where there is but one brand. */
export const describeSellers = ({ brand_ids: ids }: DayDeparture, brands: Record<string, string>): string =>
  new Intl.ListFormat('en').format(ids.flatMap((id) => brands[id] ?? []))
