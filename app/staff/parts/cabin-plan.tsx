import { CABIN_PLACES, type Seating } from '#contract/seating.ts'

/** Somebody as the plan names them. */
export interface CabinPerson {
  id: number
  name: string
  /** `151 lb` */
  weight: string
}

interface CabinPlanProps {
  seating: Seating
  people: readonly CabinPerson[]
  registration: string
  pilotName: string | null
}

/** The seats of an aircraft from above, the nose up, with who sits there. */
export function CabinPlan({ seating, people, registration, pilotName }: CabinPlanProps) {
  const rows = [...new Set([seating.pilot.row, ...seating.seats.map(({ row }) => row)])].toSorted(
    (one, other) => one - other,
  )
  return (
    <ol className="cabin" aria-label={`Cabin of ${registration} from above, nose up`}>
      {rows.map((row) => (
        <li key={row}>
          <ul>
            {CABIN_PLACES.map((place) => {
              if (seating.pilot.row === row && seating.pilot.place === place) {
                return (
                  <li key={place} className="pil">
                    <small>Pilot</small>
                    <b>{pilotName ?? 'Nobody yet'}</b>
                  </li>
                )
              }
              const seat = seating.seats.find((one) => one.row === row && one.place === place)
              return seat ? <Seat key={place} {...{ seat, seating, people }} /> : null
            })}
          </ul>
        </li>
      ))}
    </ol>
  )
}

interface SeatProps extends Pick<CabinPlanProps, 'seating' | 'people'> {
  seat: Seating['seats'][number]
}

function Seat({ seat: { name, passenger_id: id }, seating, people }: SeatProps) {
  const person = people.find((one) => one.id === id)
  if (!person) {
    return (
      <li className="free">
        <small>{name}</small>
        <span>free</span>
      </li>
    )
  }
  const isSecond = seating.seats.find((one) => one.passenger_id === id)?.name !== name
  return (
    <li className={isSecond ? 'two' : undefined}>
      <small>{name}</small>
      <b>{isSecond ? 'Second seat' : person.name}</b>
      <span>{isSecond ? person.name : person.weight}</span>
    </li>
  )
}
