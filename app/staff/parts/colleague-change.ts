/** What a colleague made of a value while somebody had another one in a form. */
export interface ColleagueChange<Value> {
  /** The present value. */
  now: Value | null
  /** The colleague; null where the service does not know. */
  by: string | null
  /** The value that was chosen and is not written. */
  mine: Value | null
}

const byWhom = (by: string | null) => (by === null ? '' : ` by ${by}`)

/** Both pilots of a flight in one sentence, by name. */
export function describePilotChange({ now, by, mine }: ColleagueChange<string>): string {
  const theirs = now === null ? 'The pilot was taken off meanwhile' : `${now} was set meanwhile`
  return `${theirs}${byWhom(by)}; you chose ${mine ?? 'nobody'}.`
}

/** Both aircraft of a flight in one sentence, by registration. */
export const describeAircraftChange = ({ now, by, mine }: ColleagueChange<string>): string =>
  `${now ?? ''} was set meanwhile${byWhom(by)}; you chose ${mine ?? ''}.`

/** Both weights of a passenger in one sentence, in pounds. */
export function describeWeightChange(name: string, { now, by, mine }: ColleagueChange<number>): string {
  const whom = name === '' ? 'a passenger without a name' : name
  const theirs =
    now === null
      ? `The weight of ${whom} was taken out meanwhile`
      : `${String(now)} lb was typed for ${whom} meanwhile`
  return `${theirs}${byWhom(by)}; you typed ${String(mine)} lb.`
}

/** Both names of a passenger in one sentence. */
export const describeNameChange = ({ now, by, mine }: ColleagueChange<string>): string =>
  `“${now ?? ''}” was typed meanwhile${byWhom(by)}; you typed “${mine ?? ''}”.`
