import { type Field } from '#contract/resources/field.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'

const SHOWN = 4

/** The columns of a list: the first few fields that fit into a cell. */
export const shownFields = ({ fields, named }: ResourceShape): [string, Field][] =>
  Object.entries(fields)
    .filter(([name, { kind }]) => name !== named && kind !== 'shape' && kind !== 'texts' && kind !== 'ids')
    .slice(0, SHOWN)
