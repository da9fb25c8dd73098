import { type Order } from '#contract/order.ts'

interface WhoStaysHomeProps {
  passengers: Order['passengers']
  /** Ids of the selected passengers. */
  chosen: readonly string[]
  hint: string
}

/** The passengers of an order, to select whose seats are refunded. */
export function WhoStaysHome({ passengers, chosen, hint }: WhoStaysHomeProps) {
  if (passengers.length < 2) return null
  const isChosen = (id: number) => chosen.includes(String(id))
  return (
    <fieldset className="desk-choice">
      <legend className="flabel">Who stays home</legend>
      <p className="muted">{hint}</p>
      <ul>
        {passengers.map(({ id, full_name: name }, index) => (
          <li key={id}>
            <label>
              <input type="checkbox" name="stays" value={id} defaultChecked={isChosen(id)} />{' '}
              {name || `Passenger ${String(index + 1)}, no name yet`}
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Hidden fields that repeat the selection on the confirmation. */
export function HiddenStayFields({ chosen }: { chosen: readonly string[] }) {
  return (
    <>
      {chosen.map((id) => (
        <input key={id} type="hidden" name="stays" value={id} />
      ))}
    </>
  )
}
