import { Success } from '../../ui/notice.tsx'
import { NamedOptions, SelectField } from '../../ui/select-field.tsx'
import { ChoiceField, FormErrors, inputProps, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { type ShopField, plainForm } from '../../ui/form/use-shop-form.ts'
import { CODES_SHAPE } from './codes-form.ts'
import { AskButton } from '../parts/ask-button.tsx'
import { type Asked, ASKED_WORDS } from '../parts/asked-words.ts'
import { StaffPageTitle } from '../parts/staff-title.tsx'

interface CodesPageProps {
  discounts: { id: number; name: string }[]
  /** The discount of the address. */
  discount: string
  /** How many codes were just created. */
  made: number
  /** Idempotency key of the button "Make". */
  formKey: string
  answer: FormAnswer | undefined
  askable: boolean
  asked: Asked | undefined
}

/** Creates many codes of one discount, and links to the file with all of its codes. */
export function CodesPage({ discounts, discount, made, formKey, answer, askable, asked }: CodesPageProps) {
  const form = plainForm(CODES_SHAPE, answer, { discount_id: discount, redemption_limit: 1 })
  const { discount_id, quantity, prefix, redemption_limit, sunset_and_focus, stackable } = form.fields
  return (
    <div className="wrap desk">
      <FormErrors form={form} />
      <StaffPageTitle href="/staff/catalogue/discount_codes" above="discount codes">
        Many codes at once
      </StaffPageTitle>
      {made > 0 && !answer ? (
        <Success>{`Made: ${String(made)} codes. They work as long as their discount does.`}</Success>
      ) : null}
      {asked && !answer ? <Success>{ASKED_WORDS[asked]}</Success> : null}
      <form method="post" className="form row-form" {...form.props}>
        <input type="hidden" name="key" value={formKey} />
        <ChoiceField field={discount_id} need="required">
          <NamedOptions none="Please choose" of={discounts} />
        </ChoiceField>
        <TextField field={quantity} inputMode="numeric" />
        <TextField
          field={prefix}
          hint="What each begins with, like SPRING; eight random letters follow."
          maxLength={20}
        />
        <TextField field={redemption_limit} hint="Nothing: as often as anybody likes." inputMode="numeric" />
        <Tick field={sunset_and_focus} />
        <Tick field={stackable} />
        <div className="btn-row">
          <button type="submit" className="btn">
            Make the codes
          </button>
          {askable ? <AskButton intent="ask" /> : null}
        </div>
      </form>
      <form method="get" action="/staff/catalogue/codes/csv" className="desk-tools desk-find">
        <SelectField
          id="export"
          name="discount"
          label="All codes of a discount, as a file for a spreadsheet"
          defaultValue={discount}
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

const Tick = ({ field }: { field: ShopField }) => (
  <p className="field">
    <label>
      <input {...inputProps(field, 'checkbox')} /> {field.label}
    </label>
  </p>
)
