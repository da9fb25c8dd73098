/** The name of an account, of which the row of `users` is called `table`; its address without a name. */
export const personName = (table: string): string =>
  `coalesce(nullif(concat_ws(' ', ${table}.first_name, ${table}.last_name), ''), ${table}.email)`
