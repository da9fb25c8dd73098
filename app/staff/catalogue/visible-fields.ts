import { type Field } from '#contract/resources/field.ts'
import { type ResourceShape } from '#contract/resources/resource-shape.ts'

const SHOWN = 4

/** The fields that tell the rows of a list apart: the first few that fit into a cell. */
export const shownFields = ({ fields, named }: ResourceShape): [string, Field][] =>
  Object.entries(fields)
    .filter(([name, { kind }]) => name !== named && kind !== 'shape' && kind !== 'texts' && kind !== 'ids')
    .slice(0, SHOWN)
