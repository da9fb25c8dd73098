/** Everyone's mailbox is proven, and everyone has the demo password. */
export const demoPeople = [
  { id: 1, email: 'customer@example.com', firstName: 'Nora', lastName: 'Adler', roleIds: [] },
  { id: 2, email: 'staff@example.com', firstName: 'Sam', lastName: 'Ortiz', roleIds: [2] },
  { id: 3, email: 'admin@example.com', firstName: 'Ada', lastName: 'Quinn', roleIds: [1] },
  { id: 4, email: 'pilot@example.com', firstName: 'Piet', lastName: 'Larsen', roleIds: [3] },
]

/** The hotel that sells for the shop, in a demo shop with a season; with the same password. */
export const demoAgent = { email: 'agent@example.com', firstName: 'Hana', lastName: 'Brandt' }
