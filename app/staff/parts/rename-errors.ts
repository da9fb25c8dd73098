import { type FieldErrors } from '#contract/errors.ts'

/** Errors of `/v1` under the names that the fields of a form have. */
export const renameErrors = (errors: FieldErrors, names: Readonly<Record<string, string>>): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([name, messages]) => [names[name] ?? name, messages]))
