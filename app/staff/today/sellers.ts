import { type DayDeparture } from '#contract/flight-day.ts'

const list = new Intl.ListFormat('en')

/** The brands that sell a departure, in words; empty if there is only one brand. */
export const describeSellers = (
  { brand_ids: ids }: Pick<DayDeparture, 'brand_ids'>,
  brands: Record<string, string>,
): string => list.format(ids.flatMap((id) => brands[id] ?? []))
