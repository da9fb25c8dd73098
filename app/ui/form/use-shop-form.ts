import { type FieldMetadata, type FormMetadata, useForm } from '@conform-to/react'
import { type SummaryItem } from '../error-summary.tsx'
import { type FormAnswer, type FormShape, plainId } from './form-shape.ts'

type FieldValue = string | string[] | undefined

/** One field of a form, for the components in `fields.tsx`. Only `useShopForm` creates it. */
export interface ShopField {
  /** The field's metadata for Conform's helpers: name, value, errors. */
  meta: FieldMetadata
  id: string
  name: string
  label: string
  error: string | undefined
  /** The first field in error has the focus, with and without a script. */
  focused: boolean
}

export interface ShopForm<Name extends string = string> {
  /** The attributes of the `<form>` itself. */
  props: Pick<FormMetadata, 'id' | 'onSubmit' | 'noValidate'>
  fields: Readonly<Record<Name, ShopField>>
  /** All errors, for `FormErrors`. */
  summary: SummaryItem[]
}

type FieldName<Shape extends FormShape> = keyof Shape['labels'] & string

/** The initial values of the fields: texts, numbers, and `true` for a checked box. */
export type KnownValues<Name extends string = string> = Partial<
  Record<Name, string | number | boolean | readonly (string | number)[] | null | undefined>
>

/** A form without a script: its page is never hydrated. */
export interface PlainForm<Name extends string = string> extends Omit<ShopForm<Name>, 'props'> {
  props: Pick<FormMetadata, 'id' | 'noValidate'>
}

/**
 * A form as its page shows it: with the typed values and the errors after a refusal, else with the
 * initial values. On pages without the framework's script it runs only on the server; on hydrated
 * pages it follows the action's answers.
 *
 * @param answer the action's answer; one to another form of the page is ignored
 * @param known the initial values of the fields
 */
export function useShopForm<Shape extends FormShape>(
  shape: Shape,
  answer: FormAnswer | undefined,
  known: KnownValues<FieldName<Shape>> = {},
): ShopForm<FieldName<Shape>> {
  const plain = plainForm(shape, answer, known)
  const lastResult = answer?.form === shape.id ? answer : null
  const [form] = useForm<Record<string, unknown>>({ id: plain.props.id, lastResult })
  // Each read of a property makes Conform collect all of them.
  return { ...plain, props: { id: plain.props.id, onSubmit: form.onSubmit, noValidate: form.noValidate } }
}

/**
 * The same without Conform's own state, which costs more than the row of a long list; only for
 * pages that are never hydrated.
 */
export function plainForm<Shape extends FormShape>(
  shape: Shape,
  answer: FormAnswer | undefined,
  known: KnownValues<FieldName<Shape>> = {},
): PlainForm<FieldName<Shape>> {
  type Name = FieldName<Shape>
  const own = answer?.form === shape.id ? answer : undefined
  const formId = `${shape.id}-form`
  // Conform keeps the errors and values of an answer until the next one, but a page may also be
  // reloaded without any.
  const errors = own?.error ?? {}
  const names = Object.keys(shape.labels) as Name[]
  const first = names.find((name) => errors[name]?.[0])
  const focused = first && shape.elsewhere?.includes(first) ? undefined : first
  const labels: FormShape['labels'] = shape.labels
  const fields = names.map((name): ShopField => {
    const value = own ? valueAt(own.initialValue, name) : textOf(known[name])
    return {
      meta: {
        id: `${formId}-${name}`,
        formId,
        name,
        initialValue: value,
        errors: errors[name] ?? undefined,
      } as FieldMetadata,
      id: (shape.fieldId ?? plainId)(name),
      name,
      label: labels[name] ?? '',
      error: errors[name]?.[0],
      focused: name === focused,
    }
  })
  return {
    props: { id: formId, noValidate: true },
    fields: Object.fromEntries(fields.map((field) => [field.name, field])) as Record<Name, ShopField>,
    summary: [
      ...(errors['']?.map((text) => ({ text })) ?? []),
      ...fields.flatMap((field) => summariseField(shape, field)),
      // Shows errors of fields that were not typed, too.
      ...Object.entries(errors).flatMap(([name, messages]) =>
        name === '' || name in labels || !messages?.[0] ? [] : { text: messages[0] },
      ),
    ],
  }
}

function summariseField(shape: FormShape, { label, error, id }: ShopField): SummaryItem[] {
  if (!error) return []
  const standsAlone = label === '' || shape.wholeForm?.includes(error)
  return [{ text: standsAlone ? error : `${label}${label.endsWith('?') ? '' : ':'} ${error}`, target: id }]
}

/** `passengers[0].full_name` is a path into the nested values that Conform keeps. */
function valueAt(tree: FormAnswer['initialValue'], name: string): FieldValue {
  if (tree && name in tree) return tree[name] as FieldValue
  const found = name
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>(
      (at, key) => (at === Object(at) ? (at as Record<string, unknown>)[key] : undefined),
      tree,
    )
  return found as FieldValue
}

function textOf(value: KnownValues[string]): FieldValue {
  if (value === null || value === undefined || value === false) return undefined
  if (value === true) return 'on'
  return typeof value === 'object' ? value.map(String) : String(value)
}
