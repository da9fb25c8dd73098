import { type SentField, SentFields } from './sent-fields.tsx'

interface SaveAfterLookProps {
  /** The form as it was sent. */
  fields: readonly SentField[]
  /** The flights that a change hits, which the page has shown. */
  flights: readonly { id: number }[]
  /** `2 booked flights are hit` */
  count: string
  /** The page without the change. */
  back: string
}

/** The press that saves a change once somebody has seen which flights it hits. */
export function SaveAfterLook({ fields, flights, count, back }: SaveAfterLookProps) {
  return (
    <form method="post" className="weather-press">
      <SentFields fields={fields} />
      <input type="hidden" name="looked" value="yes" />
      {flights.map(({ id }) => (
        <input key={id} type="hidden" name="seen" value={id} />
      ))}
      <div className="btn-row">
        <button type="submit" className="btn">
          {flights.length === 0 ? 'Save' : `Save: ${count}`}
        </button>
        <a className="btn second" href={back}>
          Leave it
        </a>
      </div>
    </form>
  )
}
