import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { Failure, Success } from '../../ui/notice.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { StaffPageTitle } from '../parts/staff-title.tsx'

/** What stands in the form's boxes. */
export interface CodeBatchFormValues {
  discount: string
  quantity: string
  prefix: string
  limit: string
  sunset: boolean
  stackable: boolean
}

interface CodesPageProps {
  discounts: { id: number; name: string }[]
  typed: CodeBatchFormValues
  /** How many were made just now. */
  made: number
  /** Makes the press of "make" happen once. */
  nonce: string
  answer: { problems: Record<string, string>; failure?: string | undefined } | undefined
}

const LABELS: Record<string, string> = {
  discount_id: 'Discount',
  quantity: 'How many',
  prefix: 'Prefix',
  redemption_limit: 'Uses of each',
}

/** Many codes of one discount at once, and all of its codes as a file. */
export function CodesPage({ discounts, typed, made, nonce, answer }: CodesPageProps) {
  const problems = answer?.problems ?? {}
  return (
    <div className="wrap desk">
      <ErrorSummary
        items={Object.entries(problems).map(([name, text]) => ({
          text: `${LABELS[name] ?? name}: ${text}`,
          target: name,
        }))}
      />
      <StaffPageTitle href="/staff/catalogue/discount_codes" above="discount codes">
        Many codes at once
      </StaffPageTitle>
      <Failure text={answer?.failure} />
      {made > 0 && !answer ? (
        <Success>{`Made: ${String(made)} codes. They work as long as their discount does.`}</Success>
      ) : null}
      <form method="post" className="form row-form" noValidate>
        <input type="hidden" name="key" value={nonce} />
        <SelectField
          id="discount_id"
          name="discount_id"
          label="Discount"
          need="required"
          error={problems['discount_id']}
          defaultValue={typed.discount}
        >
          <NamedOptions none="Please choose" of={discounts} />
        </SelectField>
        <Field
          id="quantity"
          name="quantity"
          label="How many"
          inputMode="numeric"
          error={problems['quantity']}
          defaultValue={typed.quantity}
        />
        <Field
          id="prefix"
          name="prefix"
          label="Prefix"
          hint="What each begins with, like SPRING; eight random letters follow."
          error={problems['prefix']}
          defaultValue={typed.prefix}
          maxLength={20}
        />
        <Field
          id="redemption_limit"
          name="redemption_limit"
          label="Uses of each"
          hint="Nothing: as often as anybody likes."
          inputMode="numeric"
          error={problems['redemption_limit']}
          defaultValue={typed.limit}
        />
        <p className="field">
          <label>
            <input type="checkbox" name="sunset_and_focus" value="yes" defaultChecked={typed.sunset} /> Also
            for sunset and focus flights
          </label>
        </p>
        <p className="field">
          <label>
            <input type="checkbox" name="stackable" value="yes" defaultChecked={typed.stackable} /> On top of
            a campaign’s price
          </label>
        </p>
        <div className="btn-row">
          <button type="submit" className="btn">
            Make the codes
          </button>
        </div>
      </form>
      <form method="get" action="/staff/catalogue/codes/csv" className="desk-tools desk-find">
        <SelectField
          id="export"
          name="discount"
          label="All codes of a discount, as a file for a spreadsheet"
          defaultValue={typed.discount}
          required
        >
          <NamedOptions none="Please choose" of={discounts} />
        </SelectField>
        <button type="submit" className="btn second small">
          Download
        </button>
      </form>
    </div>
  )
}
