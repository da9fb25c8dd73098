import { z } from 'zod'
import { Id, LocalDate } from '#contract/primitives.ts'

/** The parties that have a chip. */
export const PARTY_SIZES = [1, 2, 3, 4, 5, 6] as const
/** What a passenger can weigh at most, in pounds. */
const HEAVIEST = 999

/** What the address of the grid asks for. A party's weight belongs to nobody who is named. */
export const GridQuery = z.object({
  date: LocalDate.nullable().default(null).catch(null),
  party: z.number().int().min(1).max(60).default(2).catch(2),
  as: z.enum(['seat', 'flight']).default('seat').catch('seat'),
  /** The weight of the whole party as it was typed. */
  lb: z
    .string()
    .default('')
    .transform((typed) => typed.trim().slice(0, 20)),
  terminal: Id.nullable().default(null).catch(null),
  brand: Id.nullable().default(null).catch(null),
})
export type GridView = z.output<typeof GridQuery>

/** The address of a view with some of it changed. */
export function gridHref(view: GridView, change: Partial<GridView> = {}): string {
  const { date, party, as, lb, terminal, brand } = { ...view, ...change }
  const query = new URLSearchParams({
    ...(date === null ? {} : { date }),
    ...(party === 2 ? {} : { party: String(party) }),
    ...(as === 'seat' ? {} : { as }),
    ...(lb === '' ? {} : { lb }),
    ...(terminal === null ? {} : { terminal: String(terminal) }),
    ...(brand === null ? {} : { brand: String(brand) }),
  })
  return query.size === 0 ? '/staff/grid' : `/staff/grid?${query.toString()}`
}

/**
 * The weight of each passenger when only that of the party is known: spread evenly, in whole pounds.
 *
 * @returns undefined when it cannot be the weight of so many people; nothing typed is no weights
 */
export function spreadWeight(typed: string, people: number): number[] | undefined {
  if (typed === '') return []
  const total = /^\d{1,5}$/.test(typed) ? Number(typed) : 0
  const each = Math.floor(total / people)
  if (each < 1 || each + (total % people > 0 ? 1 : 0) > HEAVIEST) return undefined
  return Array.from({ length: people }, (_, at) => each + (at < total % people ? 1 : 0))
}
