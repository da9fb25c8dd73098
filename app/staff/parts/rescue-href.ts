/** What a rescue plan is about: an aircraft, a day and a span of it, by its terminal's clock. */
export interface RescueQuery {
  aircraft: number
  date: string
  from?: string | null
  until?: string | null
  /** The strategy; the best one by default. */
  plan?: string | null
  why?: string
  /** What was just done. */
  done?: string
}

/** The address of a rescue plan. */
export function rescueHref(asked: RescueQuery): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(asked))
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value))
  return `/staff/rescue?${query.toString()}`
}
