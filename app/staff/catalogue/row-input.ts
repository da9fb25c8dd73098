import { type Field } from '#contract/resources/field.ts'
import { getFieldLabel, type ResourceShape } from '#contract/resources/resource-shape.ts'
import { type FormShape } from '../../ui/form/form-shape.ts'
import { type KnownValues } from '../../ui/form/use-shop-form.ts'

/** The values of a row's fields as texts: `true` for a flag, and a list of ids for several rows. */
export type RowFormValues = Record<string, string | string[]>

/** The fields of a form, which are those that may be submitted. */
export const listFormFields = (shape: ResourceShape, creating: boolean): [string, Field][] =>
  Object.entries(shape.fields).filter(([, field]) => !field.readOnly && (creating || !field.fixed))

/** The form of a resource: its fields in the order of its groups, and those that only `/v1` sets. */
export function rowFormShape({ fields, groups = [] }: ResourceShape): FormShape {
  const all = Object.entries(fields)
  const grouped = groups.flatMap(({ key }) => all.filter(([, { group }]) => group === key))
  const labels = [...grouped, ...all].map(([name, field]) => [name, getFieldLabel(name, field)])
  return { id: 'row', labels: Object.fromEntries(labels) as FormShape['labels'] }
}

/** The initial values of the form. */
export const knownRow = ({ fields }: ResourceShape, values: RowFormValues): KnownValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      fields[name]?.kind === 'flag' ? (value === 'true' ? 'yes' : '') : value,
    ]),
  )
