import { type ReceiptCompany } from '#contract/receipt.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field, FieldError, FieldLabel } from '../ui/field.tsx'
import { receiptHref } from './receipt-link.tsx'

export interface CompanyRefusal {
  /** Field → what is wrong; `''` for what belongs to none. */
  problems: Readonly<Record<string, string>>
  typed: ReceiptCompany
}

/** Company details on request; all empty takes them off the receipt again. */
export function CompanyForm(props: {
  orderId: number
  company: ReceiptCompany | null
  refused: CompanyRefusal | undefined
}) {
  const { orderId, company, refused } = props
  const shown = refused?.typed ?? company
  const problems = refused?.problems ?? {}
  const items = Object.entries(problems).map(([name, text]) => ({ text, target: name || undefined }))
  return (
    <section className="group no-print mt5" aria-labelledby="company">
      <ErrorSummary items={items} />
      <h2 id="company">{company ? 'Made out to your company' : 'Need it made out to a company?'}</h2>
      <form method="post" action={receiptHref({ id: orderId })} className="form" noValidate>
        <Field
          id="name"
          name="name"
          label="Company name"
          autoComplete="organization"
          defaultValue={shown?.name}
          error={problems['name']}
        />
        <div className="field">
          <FieldLabel id="address" label="Address" need="optional" />
          <FieldError id="address" error={problems['address']} />
          <textarea
            className="input"
            id="address"
            name="address"
            rows={3}
            autoComplete="street-address"
            defaultValue={shown?.address}
            aria-invalid={problems['address'] ? true : undefined}
            aria-describedby={problems['address'] ? 'address-error' : undefined}
          />
        </div>
        <Field
          id="tax_id"
          name="tax_id"
          label="Tax ID"
          need="optional"
          autoComplete="off"
          defaultValue={shown?.tax_id}
          error={problems['tax_id']}
        />
        <div className="btn-row">
          <button type="submit" className="btn second">
            {company ? 'Change the receipt' : 'Put it on the receipt'}
          </button>
          {company ? (
            <button type="submit" className="link-btn" name="intent" value="remove">
              Take the company off
            </button>
          ) : null}
        </div>
      </form>
    </section>
  )
}

/** What was typed, as `/v1` takes it. */
export function readCompany(form: FormData): ReceiptCompany {
  const removing = form.get('intent') === 'remove'
  const text = (name: keyof ReceiptCompany) => (removing ? '' : String(form.get(name) ?? ''))
  return { name: text('name'), address: text('address'), tax_id: text('tax_id') }
}
