import { z } from 'zod'
import { Place } from '#contract/enums.ts'
import { LocalDate } from '#contract/primitives.ts'

/** The filters of a search. Invalid values are dropped, because an address may be typed by hand. */
const SearchFilterSchema = z.object({
  q: z.string().trim().max(100).default('').catch(''),
  date: LocalDate.optional().catch(undefined),
  quantity: z.coerce.number().int().min(1).max(12).default(1).catch(1),
  place: Place.optional().catch(undefined),
  tag: z.enum(['doors_off', 'sunset', 'night', 'focus_flight', 'off-peak']).optional().catch(undefined),
  max_price: z.coerce.number().int().min(1).max(10_000).optional().catch(undefined),
})

export type SearchFilter = z.infer<typeof SearchFilterSchema>

/** An empty field counts as absent. */
export function readSearchFilter(params: URLSearchParams): SearchFilter {
  return SearchFilterSchema.parse(Object.fromEntries([...params].filter(([, value]) => value.trim() !== '')))
}

/** The address of a search without absent filters. */
export function searchHref(input: Partial<SearchFilter>): string {
  const { q, date, quantity = 1, place, tag, max_price: most } = input
  const parameters = { q, date, quantity: quantity > 1 ? quantity : undefined, place, tag, max_price: most }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value) params.set(name, String(value))
  return params.size > 0 ? `/search?${params.toString()}` : '/search'
}

/** Whether there is a filter besides words. */
export const hasFilters = ({ date, quantity, place, tag, max_price: most }: SearchFilter): boolean =>
  quantity > 1 || [date, place, tag, most].some((one) => one !== undefined)

export const PLACES: Readonly<Record<Place, string>> = {
  manhattan: 'Manhattan',
  liberty: 'The harbor and the statue',
  jersey: 'The Hudson and New Jersey',
  miami: 'Miami',
  losangeles: 'Los Angeles',
  doorsoff: 'Between the towers',
}

export const KINDS: Readonly<Record<NonNullable<SearchFilter['tag']>, string>> = {
  doors_off: 'Doors off',
  sunset: 'At sunset',
  night: 'By night',
  focus_flight: 'For photographers',
  'off-peak': 'Off-peak',
}
