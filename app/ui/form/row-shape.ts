import { type FormAnswer, type FormShape, plainId } from './form-shape.ts'

/** The shape of a form that is repeated in every row of a list: its ids contain the row's. */
export function rowShape<Name extends string>(shape: FormShape<Name>, row: string | number): FormShape<Name> {
  const { id, fieldId = plainId } = shape
  return { ...shape, id: `${id}-${String(row)}`, fieldId: (name) => `${fieldId(name)}-${String(row)}` }
}

/** The form of the row that was answered, for a page that draws its errors above the list. */
export function answeredShape<Name extends string>(
  shape: FormShape<Name>,
  answer: FormAnswer | undefined,
): FormShape<Name> {
  const start = `${shape.id}-`
  return answer?.form.startsWith(start) ? rowShape(shape, answer.form.slice(start.length)) : shape
}
