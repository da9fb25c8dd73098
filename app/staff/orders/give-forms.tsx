import { FormErrors, ChoiceField, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { NamedOptions } from '../../ui/select-field.tsx'
import { AskButton } from '../parts/ask-button.tsx'
import { ActionPanel } from '../parts/action-panel.tsx'
import { CREDIT_SHAPE, VOUCHER_SHAPE } from './order-forms.ts'
import { type InPersonPartProps } from './take-payment.tsx'

const REASONS = [
  ['goodwill', 'Goodwill'],
  ['weather', 'Weather'],
  ['reschedule', 'Instead of a flight'],
  ['correction', 'A mistake of ours'],
] as const
const CREDIT_REASONS = REASONS.filter(([value]) => value === 'goodwill' || value === 'correction')

/** Grants the customer a voucher, or credit on their account, independent of the order's money. */
export function GiveForms({ order, formKey, answer }: InPersonPartProps) {
  if (order.completed_at === null) return null
  const askable = answer?.askable === true
  const common = { askable, path: `/staff/orders/${String(order.id)}`, formKey, refusal: answer?.refusal }
  return (
    <>
      <GiveForm
        {...common}
        shape={VOUCHER_SHAPE}
        about="A code for a later flight. The money of this order stays as it is."
        title="Voucher"
        button="Give the voucher"
        reasons={REASONS}
      />
      <GiveForm
        {...common}
        shape={CREDIT_SHAPE}
        about="Dollars on the customer’s account for the next order."
        title="Account credit"
        button="Give the credit"
        reasons={CREDIT_REASONS}
      />
    </>
  )
}

interface GiveFormProps {
  /** The address of the order's page. */
  path: string
  formKey: string
  refusal: FormAnswer | undefined
  askable: boolean
  shape: typeof VOUCHER_SHAPE | typeof CREDIT_SHAPE
  title: string
  about: string
  button: string
  reasons: readonly (readonly [string, string])[]
}

function GiveForm({ path, formKey, refusal, askable, shape, title, about, button, reasons }: GiveFormProps) {
  const form = plainForm(shape, refusal)
  const { amount, type, description } = form.fields
  return (
    <ActionPanel id={shape.id} title={title} open={refusal?.form === shape.id}>
      <p className="muted">{about}</p>
      <FormErrors form={form} />
      <form method="post" action={path} className="form row-form" {...form.props}>
        <input type="hidden" name="key" value={`${shape.id} ${formKey}`} />
        <TextField field={amount} inputMode="decimal" need="required" />
        <ChoiceField field={type}>
          <NamedOptions of={reasons.map(([id, name]) => ({ id, name }))} />
        </ChoiceField>
        <TextField field={description} need="required" maxLength={300} />
        <button type="submit" className="btn second small" name="intent" value={shape.id}>
          {button}
        </button>
        {askable && refusal?.form === shape.id ? <AskButton intent={`ask_${shape.id}`} /> : null}
      </form>
    </ActionPanel>
  )
}
