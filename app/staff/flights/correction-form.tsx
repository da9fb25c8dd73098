import { type Manifest } from '#contract/passenger.ts'
import { type CorrectionFormValues } from './handle-manifest.server.ts'

interface CorrectFormProps {
  passenger: Manifest['passengers'][number]
  /** What was refused just now. */
  typed: CorrectionFormValues | undefined
}

/**
 * A passenger's name and weight, to be corrected until the flight leaves; closed until it is
 * wanted.
 */
export function CorrectForm({ passenger, typed }: CorrectFormProps) {
  const { id, order_id: order, full_name: name, weight_lbs: weight } = passenger
  const called = name || 'this passenger'
  return (
    <details open={typed !== undefined}>
      <summary>
        Correct<span className="vh"> {called}</span>
      </summary>
      <form method="post" className="desk-inline" noValidate>
        <input type="hidden" name="correct" value={id} />
        <input type="hidden" name="order" value={order} />
        <input
          className="input"
          name="full_name"
          aria-label={`Name of ${called}`}
          placeholder="Name"
          defaultValue={typed?.full_name ?? name}
          maxLength={120}
          autoComplete="off"
        />
        <input
          className="input"
          name="weight"
          aria-label={`Pounds of ${called}`}
          placeholder="Weight in lb"
          defaultValue={typed?.weight ?? weight ?? ''}
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <button type="submit" className="btn second small">
          Save<span className="vh"> what is right of {called}</span>
        </button>
        {passenger.may_stay_home ? (
          <button type="submit" className="btn second small" name="home" value="yes">
            Does not come<span className="vh">: {called}</span>
          </button>
        ) : null}
      </form>
    </details>
  )
}
