import { getInputProps, getSelectProps, getTextareaProps } from '@conform-to/react'
import { type ComponentProps, type ReactNode } from 'react'
import { Check } from '../check.tsx'
import { ErrorSummary } from '../error-summary.tsx'
import { Field, FieldError, FieldLabel, type FieldProps, idList } from '../field.tsx'
import { Quantity, type QuantityProps } from '../quantity.tsx'
import { type ShopField, type ShopForm } from './use-shop-form.ts'

type InputType = Parameters<typeof getInputProps>[1]['type']
/** The attributes that the form provides for a control; the page adds the others. */
type OwnProps = 'id' | 'name' | 'label' | 'error' | 'type' | 'form'

interface ControlOptions {
  /** The control has a hint with the id `<id>-hint`. */
  hint?: boolean
  describedBy?: string | undefined
}

/** Name, id, and the links of a control to its hint and its error. */
function controlProps({ id, name, error, focused }: ShopField, { hint, describedBy }: ControlOptions = {}) {
  return {
    id,
    name,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': idList(error && `${id}-error`, hint && `${id}-hint`, describedBy),
    ...(focused ? { autoFocus: true } : {}),
  }
}

const WITHOUT_ARIA = { ariaAttributes: false } as const

function omitProps<Props extends object, Key extends keyof Props>(props: Props, ...keys: Key[]) {
  const rest = { ...props }
  for (const key of keys) Reflect.deleteProperty(rest, key)
  return rest as Omit<Props, Key>
}

/** A control inside its form needs no `form` attribute, and its id is set by the page. */
const withoutFormProps = <Props extends { id: string; form: string; name: string; key?: string | undefined }>(
  props: Props,
) => omitProps(props, 'id', 'form', 'name', 'key')

/** For an `<input>` that the page renders itself; passwords are never prefilled. */
export function inputProps(field: ShopField, type: InputType | undefined, options?: ControlOptions) {
  const value = type !== 'password'
  const read = { ...WITHOUT_ARIA, type: type ?? 'text', value } as Parameters<typeof getInputProps>[1]
  const { type: known, ...props } = withoutFormProps(getInputProps(field.meta, read))
  return { ...props, ...(type ? { type: known } : {}), ...controlProps(field, options) }
}

/** For a `<textarea>` that the page renders itself. */
export const textareaProps = (field: ShopField, options?: ControlOptions) => ({
  ...withoutFormProps(getTextareaProps(field.meta, WITHOUT_ARIA)),
  ...controlProps(field, options),
})

/** For a `<select>` that the page renders itself. */
export const selectProps = (field: ShopField, options?: ControlOptions) => ({
  ...withoutFormProps(getSelectProps(field.meta, WITHOUT_ARIA)),
  ...controlProps(field, options),
})

/**
 * For one of several boxes or radios that answer one question; the page gives each its id.
 *
 * @param at the option's position: the first one gets the focus for all
 */
export const optionProps = (field: ShopField, type: 'radio' | 'checkbox', value: string, at: number) => ({
  ...withoutFormProps(getInputProps(field.meta, { ...WITHOUT_ARIA, type, value })),
  name: field.name,
  ...(field.focused && at === 0 ? { autoFocus: true } : {}),
})

/** All errors of a form, above its page's heading. The box has the focus if no field is wrong. */
export function FormErrors({ form }: { form: Pick<ShopForm, 'summary' | 'fields'> }) {
  const isFieldFocused = Object.values(form.fields).some(({ focused }) => focused)
  return <ErrorSummary items={form.summary} unfocused={isFieldFocused} />
}

interface TextFieldProps extends Omit<FieldProps, OwnProps | 'defaultValue'> {
  field: ShopField
  /** A shorter error beside the field than in the summary, if the page around it says the rest. */
  label?: string
  type?: InputType
  /** The id of the form, if the field stands outside of it. */
  form?: string
}

/** An input for text, a number, a date or a password. */
export function TextField({ field, type, ...look }: TextFieldProps) {
  const input = omitProps(inputProps(field, type), 'aria-invalid', 'aria-describedby')
  return <Field label={field.label} error={field.error} {...input} {...look} />
}

/** A number with its buttons; what it is now is the page's to say. */
export function QuantityField({
  field,
  ...look
}: { field: ShopField } & Omit<QuantityProps, 'id' | 'name' | 'label' | 'error'>) {
  return <Quantity label={field.label} error={field.error} {...controlProps(field)} {...look} />
}

interface BoxProps {
  field: ShopField
  /** As `TextField` has it. */
  label?: string
  need?: 'required' | 'optional' | undefined
  hint?: ReactNode
}

/** Label, hint and error above a box. */
export function LabelledBox({ field, label, need, hint, children }: BoxProps & { children: ReactNode }) {
  const { id, error } = field
  return (
    <div className="field">
      <FieldLabel id={id} label={label ?? field.label} {...(need ? { need } : {})} />
      {hint === undefined ? null : (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
      {children}
    </div>
  )
}

type TextAreaProps = BoxProps & Omit<ComponentProps<'textarea'>, OwnProps | 'defaultValue'>

/** Several lines of text. */
export function TextAreaField({ field, label, need, hint, ...look }: TextAreaProps) {
  return (
    <LabelledBox {...{ field, need, hint }} {...(label ? { label } : {})}>
      <textarea
        className="input"
        aria-required={need === 'required' ? true : undefined}
        {...textareaProps(field, { hint: hint !== undefined })}
        {...look}
      />
    </LabelledBox>
  )
}

type ChoiceFieldProps = BoxProps & Omit<ComponentProps<'select'>, OwnProps | 'defaultValue'>

/** A select, whose options are its children. */
export function ChoiceField({ field, need, hint, children, ...look }: ChoiceFieldProps) {
  return (
    <LabelledBox {...{ field, need, hint }}>
      <select className="input" {...selectProps(field, { hint: hint !== undefined })} {...look}>
        {children}
      </select>
    </LabelledBox>
  )
}

interface CheckFieldProps extends Omit<ComponentProps<typeof Check>, OwnProps | 'defaultChecked' | 'value'> {
  field: ShopField
  label?: string
}

/** One checkbox. */
export function CheckField({ field, ...look }: CheckFieldProps) {
  const input = omitProps(inputProps(field, 'checkbox'), 'aria-invalid', 'aria-describedby', 'value', 'type')
  return <Check label={field.label} error={field.error} {...input} {...look} />
}

/**
 * A field that is hidden from people and filled in by bots. Once it was filled in it is visible, so
 * that a person can empty it.
 */
export function HoneypotField({ field }: { field: ShopField }) {
  if (field.error) return <TextField field={field} autoComplete="off" />
  return (
    <div className="vh" aria-hidden="true">
      <label htmlFor={field.id}>{field.label}</label>
      <input id={field.id} name={field.name} tabIndex={-1} autoComplete="off" />
    </div>
  )
}
