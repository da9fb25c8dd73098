/** The key of a form: pressing the same form twice is one purchase. */
export const readFormKey = (form: FormData) => String(form.get('form_key') ?? '').slice(0, 64)
