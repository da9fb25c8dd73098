// Reaches the browser: nothing that checks belongs here.

/** A field's id in the page: its name without what a selector would trip over. */
export const fieldId = (name: string) => name.replace(/[^\w-]+/g, '-').replace(/-+$/, '')

/** Field name → what is wrong with it. */
export type FieldProblems = Partial<Record<string, string>>
