/** What is to happen at a time of the simulation. */
export interface Appointment {
  at: Date
  act: () => Promise<void>
}

/** What the people of the week have planned, by the simulated clock. */
export interface Agenda {
  /** Plans something; what is planned in the past happens next. */
  add(appointment: Appointment): void
  /** Takes out what is due, earliest first. */
  takeDue(now: Date): Appointment[]
}

export function createAgenda(): Agenda {
  let planned: Appointment[] = []
  return {
    add: (appointment) => void planned.push(appointment),
    takeDue: (now) => {
      const due = planned.filter(({ at }) => at <= now)
      planned = planned.filter(({ at }) => at > now)
      return due.sort((one, other) => one.at.getTime() - other.at.getTime())
    },
  }
}
