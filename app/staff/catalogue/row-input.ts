import { type Field } from '#contract/resources/field.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'

/** The values of a form: texts, and the selected ones of a list. */
export type RowFormValues = Record<string, string | string[]>

/** The fields of a form, which are those that may be submitted. */
export const listFormFields = (shape: ResourceShape, creating: boolean): [string, Field][] =>
  Object.entries(shape.fields).filter(([, field]) => !field.readOnly && (creating || !field.fixed))
