/** The key of a form, which makes submitting it twice one purchase. */
export const readFormKey = (form: FormData) => String(form.get('form_key') ?? '').slice(0, 64)
