// This file is part of the browser's bundle, so it must not import validation.

/** A field's id in the page: its name without characters that have a meaning in selectors. */
export const fieldId = (name: string) => name.replace(/[^\w-]+/g, '-').replace(/-+$/, '')

/** The error message of each field, by field name. */
export type FieldProblems = Partial<Record<string, string>>
