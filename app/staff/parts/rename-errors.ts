import { type FieldErrors } from '#contract/errors.ts'

/** Renames the fields in errors of `/v1` to those of a form. */
export const renameErrors = (errors: FieldErrors, names: Readonly<Record<string, string>>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, messages]) => [names[name] ?? name, messages]))
