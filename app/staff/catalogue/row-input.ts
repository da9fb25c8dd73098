import { type Field } from '#contract/resources/field.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'

/** What stands in a form's boxes: texts, and the chosen ones of a list. */
export type Typed = Record<string, string | string[]>

/** Fields a form asks for: those that may be sent. */
export const askedOf = (shape: ResourceShape, creating: boolean): [string, Field][] =>
  Object.entries(shape.fields).filter(([, field]) => !field.told && (creating || !field.fixed))
