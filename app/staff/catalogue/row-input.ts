import { type Field } from '#contract/resources/field.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'

/** What stands in a form's boxes: texts, and the chosen ones of a list. */
export type RowFormValues = Record<string, string | string[]>

/** Fields a form asks for: those that may be sent. */
export const listFormFields = (shape: ResourceShape, creating: boolean): [string, Field][] =>
  Object.entries(shape.fields).filter(([, field]) => !field.readOnly && (creating || !field.fixed))
