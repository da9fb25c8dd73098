import { type Customer } from '#contract/customer.ts'
import { formatDollars } from '../../format/format-dollars.ts'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { Field } from '../../ui/field.tsx'
import { ChoiceField, FormErrors, TextField } from '../../ui/form/fields.tsx'
import { type FormAnswer } from '../../ui/form/form-shape.ts'
import { plainForm } from '../../ui/form/use-shop-form.ts'
import { NamedOptions } from '../../ui/select-field.tsx'
import { ActionPanel } from '../parts/action-panel.tsx'
import { CUSTOMER_CREDIT_SHAPE, CUSTOMER_EMAIL_SHAPE, CUSTOMER_FACTOR_SHAPE } from './customer-forms.ts'
import { CustomerNote } from './customer-note.tsx'

const REASONS = [
  { id: 'goodwill', name: 'Goodwill' },
  { id: 'correction', name: 'A mistake of ours' },
] as const

interface CustomerActsProps {
  customer: Customer
  isAdmin: boolean
  formKey: string
  refusal: FormAnswer | undefined
  /** The e-mail that was typed for the other account, and why it was refused. */
  other: { typed: string; problem: string | undefined }
}

/** The acts on a customer, of which one is open at a time. */
export function CustomerActs({ customer, isAdmin, formKey, refusal, other }: CustomerActsProps) {
  return (
    <section className="desk-part" aria-labelledby="acts">
      <h2 id="acts">Actions</h2>
      <div className="acts">
        {customer.email === null ? <EmailForm customer={customer} refusal={refusal} /> : null}
        <CreditForm customer={customer} formKey={formKey} refusal={refusal} />
        {isAdmin && isFactorRemovable(customer, refusal) ? (
          <FactorForm customer={customer} refusal={refusal} />
        ) : null}
        <CustomerNote customer={customer.id} refusal={refusal} />
        <ActionPanel id="merge" title="The same person twice?" letter="e" open={other.problem !== undefined}>
          <form
            method="get"
            action={`/staff/customers/${String(customer.id)}/merge`}
            className="form"
            noValidate
          >
            <ErrorSummary items={other.problem ? [{ text: other.problem, target: 'other' }] : []} />
            <Field
              id="other"
              name="other"
              type="email"
              label="E-mail of the other account"
              autoComplete="off"
              defaultValue={other.typed}
              error={other.problem}
              maxLength={254}
            />
            <button type="submit" className="btn second small">
              See what would move here
            </button>
          </form>
        </ActionPanel>
      </div>
    </section>
  )
}

/** Makes an ordinary customer of a walk-in. */
function EmailForm({ customer, refusal }: Pick<CustomerActsProps, 'customer' | 'refusal'>) {
  const form = plainForm(CUSTOMER_EMAIL_SHAPE, refusal)
  return (
    <ActionPanel id="email" title="Add an e-mail" letter="m" open={refusal?.form === CUSTOMER_EMAIL_SHAPE.id}>
      <p className="muted">
        Tickets of flights to come are mailed there. If an account has it already, this walk-in joins it.
      </p>
      <FormErrors form={form} />
      <form
        method="post"
        action={`/staff/customers/${String(customer.id)}`}
        className="form row-form"
        {...form.props}
      >
        <TextField
          field={form.fields.email}
          type="email"
          need="required"
          maxLength={254}
          autoComplete="off"
        />
        <button type="submit" className="btn second small" name="intent" value="add_email">
          Add the e-mail
        </button>
      </form>
    </ActionPanel>
  )
}

/** The refusal of a factor that is gone by now is shown where it was sent from. */
const isFactorRemovable = (
  { second_factor_since: since, roles }: Customer,
  refusal: FormAnswer | undefined,
): boolean => (since !== null && roles.length === 0) || refusal?.form === CUSTOMER_FACTOR_SHAPE.id

/** For a customer who lost the phone and the recovery codes. */
function FactorForm({ customer, refusal }: Pick<CustomerActsProps, 'customer' | 'refusal'>) {
  const form = plainForm(CUSTOMER_FACTOR_SHAPE, refusal)
  return (
    <ActionPanel
      id="factor"
      title="Phone and codes are lost"
      open={refusal?.form === CUSTOMER_FACTOR_SHAPE.id}
    >
      <p className="muted">
        The log-in asks for no code then: whoever has the password gets in. Be sure that it is the owner who
        asks. All their browsers are logged out, and a mail says so.
      </p>
      <FormErrors form={form} />
      <form
        method="post"
        action={`/staff/customers/${String(customer.id)}`}
        className="form row-form"
        {...form.props}
      >
        <TextField field={form.fields.reason} need="required" maxLength={300} autoComplete="off" />
        <button type="submit" className="btn second small" name="intent" value="remove_factor">
          Take the code away
        </button>
      </form>
    </ActionPanel>
  )
}

function CreditForm({ customer, formKey, refusal }: Omit<CustomerActsProps, 'other' | 'isAdmin'>) {
  const form = plainForm(CUSTOMER_CREDIT_SHAPE, refusal)
  const { amount, type, description } = form.fields
  return (
    <ActionPanel id="credit" title="Give credit" letter="c" open={refusal?.form === CUSTOMER_CREDIT_SHAPE.id}>
      <p className="muted">
        Dollars for the next order. There are {formatDollars(customer.credit)} on the account.
      </p>
      <FormErrors form={form} />
      <form
        method="post"
        action={`/staff/customers/${String(customer.id)}`}
        className="form row-form"
        {...form.props}
      >
        <input type="hidden" name="key" value={formKey} />
        <TextField field={amount} inputMode="decimal" need="required" />
        <ChoiceField field={type}>
          <NamedOptions of={REASONS} />
        </ChoiceField>
        <TextField field={description} need="required" maxLength={300} />
        <button type="submit" className="btn second small" name="intent" value="credit">
          Give the credit
        </button>
      </form>
    </ActionPanel>
  )
}
