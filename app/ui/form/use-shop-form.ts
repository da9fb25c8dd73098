import { type FieldMetadata, getFormProps, useForm } from '@conform-to/react'
import { type SummaryItem } from '../error-summary.tsx'
import { type FormAnswer, type FormShape, plainId } from './form-shape.ts'

type FieldValue = string | string[] | undefined

/** One field of a form, for the parts in `fields.tsx`. Only `useShopForm` makes one. */
export interface ShopField {
  /** The field as Conform's helpers read it: its name, its value, its errors. */
  meta: FieldMetadata
  id: string
  name: string
  label: string
  error: string | undefined
  /** The first field in error takes the focus, with and without a script. */
  focused: boolean
}

export interface ShopForm<Name extends string = string> {
  /** For the `<form>` itself. */
  props: ReturnType<typeof getFormProps>
  fields: Readonly<Record<Name, ShopField>>
  /** Everything that is wrong, for `FormErrors`. */
  summary: SummaryItem[]
}

type FieldName<Shape extends FormShape> = keyof Shape['labels'] & string

/** What is known of the fields: numbers as they are written, `true` for a ticked box. */
export type KnownValues<Name extends string = string> = Partial<
  Record<Name, string | number | boolean | readonly (string | number)[] | null | undefined>
>

/**
 * A form as its page shows it: with what was typed and what is wrong after a refusal, else with
 * what is known already. On pages without the framework's script it runs on the server only; on
 * hydrated pages it follows the action's answers.
 *
 * @param answer what the action answered; an answer to another form of the page changes nothing
 * @param known what the fields begin with
 */
export function useShopForm<Shape extends FormShape>(
  shape: Shape,
  answer: FormAnswer | undefined,
  known: KnownValues<FieldName<Shape>> = {},
): ShopForm<FieldName<Shape>> {
  type Name = FieldName<Shape>
  const own = answer?.form === shape.id ? answer : undefined
  const [form, metas] = useForm<Record<string, unknown>>({ id: `${shape.id}-form`, lastResult: own ?? null })
  // Conform keeps errors and values of an answer until the next one; a page may also be asked for
  // anew without any.
  const errors = own?.error ?? {}
  const names = Object.keys(shape.labels) as Name[]
  const first = names.find((name) => errors[name]?.[0])
  const focused = first && shape.elsewhere?.includes(first) ? undefined : first
  const labels: FormShape['labels'] = shape.labels
  const fields = names.map((name): ShopField => {
    const { id, formId } = Reflect.get(metas, name) as FieldMetadata
    const value = own ? valueAt(own.initialValue, name) : textOf(known[name])
    return {
      meta: { id, formId, name, initialValue: value, errors: errors[name] ?? undefined } as FieldMetadata,
      id: (shape.fieldId ?? plainId)(name),
      name,
      label: labels[name] ?? '',
      error: errors[name]?.[0],
      focused: name === focused,
    }
  })
  return {
    props: getFormProps(form, { ariaAttributes: false }),
    fields: Object.fromEntries(fields.map((field) => [field.name, field])) as Record<Name, ShopField>,
    summary: [
      ...(errors['']?.map((text) => ({ text })) ?? []),
      ...fields.flatMap((field) => summariseField(shape, field)),
      // What is wrong with something nobody typed is said all the same.
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

/** `passengers[0].full_name` names a place in a tree, as Conform keeps what was typed. */
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
