import { type ReactNode } from 'react'
import { type Place } from '#contract/enums.ts'
import { SceneCard } from '../components/scene-picture.tsx'

/** The flight a waitlist page is about. */
export interface ShownFlight {
  name: string
  place: Place
  tags: readonly string[]
  lines: readonly string[]
}

/** What is said on one side, the flight it is about on the other. */
export function WaitlistPage({
  flight,
  price,
  children,
}: {
  flight: ShownFlight
  /** Under the flight: what it costs today. */
  price?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="wrap section checkout">
      <div className="with-rail">
        <div>{children}</div>
        <aside className="rail" aria-label="The flight">
          <div className="summary">
            <div className="art">
              <SceneCard place={flight.place} tags={flight.tags} wide />
            </div>
            <div className="summary-in">
              <h2>{flight.name}</h2>
              <p className="when">
                {flight.lines.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </p>
              {price}
            </div>
          </div>
        </aside>
      </div>
    </div>
  )
}
