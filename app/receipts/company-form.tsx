import { type ReceiptCompany } from '#contract/receipt.ts'
import { FormErrors, TextAreaField, TextField } from '../ui/form/fields.tsx'
import { type FormAnswer, type FormShape } from '../ui/form/form-shape.ts'
import { useShopForm } from '../ui/form/use-shop-form.ts'
import { receiptHref } from './receipt-link.tsx'

export const COMPANY_SHAPE = {
  id: 'company',
  labels: { name: null, address: null, tax_id: null },
} as const satisfies FormShape

/** Company details on request; all empty takes them off the receipt again. */
export function CompanyForm(props: {
  orderId: number
  company: ReceiptCompany | null
  answer: FormAnswer | undefined
}) {
  const { orderId, company, answer } = props
  const form = useShopForm(COMPANY_SHAPE, answer, company ?? {})
  const { name, address, tax_id } = form.fields
  return (
    <section className="group no-print mt5" aria-labelledby="company">
      <FormErrors form={form} />
      <h2 id="company">{company ? 'Made out to your company' : 'Need it made out to a company?'}</h2>
      <form method="post" action={receiptHref({ id: orderId })} {...form.props} className="form">
        <TextField field={name} label="Company name" autoComplete="organization" />
        <TextAreaField
          field={address}
          label="Address"
          need="optional"
          rows={3}
          autoComplete="street-address"
        />
        <TextField field={tax_id} label="Tax ID" need="optional" autoComplete="off" />
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
