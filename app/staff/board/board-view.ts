import { z } from 'zod'
import { Id, LocalDate } from '#contract/primitives.ts'

/** What the address of the board asks for. */
export const BoardQuery = z.object({
  date: LocalDate.nullable().default(null).catch(null),
  /** By default the aircraft, and on phones the list. */
  by: z.enum(['aircraft', 'pilot', 'list']).nullable().default(null).catch(null),
  terminal: Id.nullable().default(null).catch(null),
  /** The flight whose panel is open. */
  flight: Id.nullable().default(null).catch(null),
  /** What was just changed, with the id before: `aircraft.7`, or `pilot.0` for nobody. */
  undo: z
    .string()
    .regex(/^(?:aircraft|pilot)\.\d{1,10}$/)
    .nullable()
    .default(null)
    .catch(null),
})
export type BoardView = z.output<typeof BoardQuery>

/** The address of a view with some of it changed; what was just done is not kept. */
export function boardHref(view: BoardView, change: Partial<BoardView> = {}): string {
  const { date, by, terminal, flight, undo } = { ...view, undo: null, ...change }
  const query = new URLSearchParams({
    ...(date === null ? {} : { date }),
    ...(by === null ? {} : { by }),
    ...(terminal === null ? {} : { terminal: String(terminal) }),
    ...(flight === null ? {} : { flight: String(flight) }),
    ...(undo === null ? {} : { undo }),
  })
  return query.size === 0 ? '/staff/board' : `/staff/board?${query.toString()}`
}

/** The address of a flight’s panel. */
export const panelHref = (view: BoardView, flightId: number): string =>
  `${boardHref(view, { flight: flightId })}#sel`

/** A part of a flight that the board changes. */
export type Assigned = 'aircraft' | 'pilot'

/** Reads what was just changed; `was` is null for nobody. */
export function readUndo({ undo }: BoardView): { what: Assigned; was: number | null } | undefined {
  const [what, id] = undo?.split('.') ?? []
  if (what !== 'aircraft' && what !== 'pilot') return undefined
  return { what, was: Number(id) || null }
}
