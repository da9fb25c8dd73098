/** The roles that the service knows, by the ids of the specification. */
export const serviceRoles = [
  { id: 1, name: 'admin' },
  { id: 2, name: 'staff' },
  { id: 3, name: 'pilot' },
  { id: 4, name: 'agent' },
]
