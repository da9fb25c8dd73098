/**
 * Roles with their fixed ids (spec section 6). The table `roles` holds the same, for foreign keys.
 */
export const roles = [
  { id: 1, name: 'admin' },
  { id: 2, name: 'staff' },
  { id: 3, name: 'pilot' },
  { id: 4, name: 'agent' },
] as const

export type RoleName = (typeof roles)[number]['name']
