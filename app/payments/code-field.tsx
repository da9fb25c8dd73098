import { type AppliedCode } from '#contract/promotions.ts'
import { CodeBox, codeInput } from '../selection/code-box.tsx'
import { inputProps } from '../ui/form/fields.tsx'
import { type ShopField } from '../ui/form/use-shop-form.ts'

interface CodeFieldProps {
  field: ShopField
  appliedCode: AppliedCode | null | undefined
  intent: string
}

/** The discount code in a form that buys. How it fared is known from the price as well. */
export function CodeField({ field, appliedCode, intent }: CodeFieldProps) {
  const code = field.meta.initialValue as string | undefined
  const error = field.error ?? appliedCode?.message ?? undefined
  return (
    <CodeBox {...{ code, error, intent }} appliedCode={field.error ? undefined : appliedCode}>
      <input key={code} {...codeInput} {...inputProps({ ...field, error }, undefined)} />
    </CodeBox>
  )
}
