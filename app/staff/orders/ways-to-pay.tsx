import { Fragment } from 'react'
import { inPersonMeans, inPersonMethods, type ReferenceField } from '#contract/means-of-payment.ts'
import { TextField } from '../../ui/form/fields.tsx'
import { type PlainForm } from '../../ui/form/use-shop-form.ts'
import { inPersonButton } from './take-payment.tsx'

interface WaysToPayProps {
  form: PlainForm<ReferenceField>
  email: string | null
  /** What the payment does: `add to the party`. */
  act: string
  /** What a mailed link means. */
  note: string
}

/** The buttons that take what an addition to a paid order costs: in person, or by a mailed link. */
export function WaysToPay({ form, email, act, note }: WaysToPayProps) {
  return (
    <>
      {inPersonMethods.map((method) => {
        const { button, reference } = inPersonMeans(method)
        const field = reference ? form.fields[reference.field] : undefined
        return (
          <Fragment key={method}>
            {field ? <TextField field={field} maxLength={80} autoComplete="off" /> : null}
            <button type="submit" className={inPersonButton(method)} name="intent" value={method}>
              {`${button}: ${act}`}
            </button>
          </Fragment>
        )
      })}
      {email === null ? null : (
        <>
          <p className="muted">{note}</p>
          <button type="submit" className="btn second small" name="intent" value="link">
            Mail {email} a link to pay
          </button>
        </>
      )}
    </>
  )
}
