import { type User } from '#contract/people.ts'

/** First and last name, or `U-{id}` (spec section 3). */
export function displayName(user: Pick<User, 'id' | 'first_name' | 'last_name'>): string {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ').trim()
  return name === '' ? `U-${String(user.id)}` : name
}
