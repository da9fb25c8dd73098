export const readFormText = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

/** The passengers who were selected to cancel. */
export const readStayingIds = (form: FormData): string[] =>
  form.getAll('stays').flatMap((id) => (typeof id === 'string' && /^[1-9]\d{0,8}$/.test(id) ? [id] : []))
