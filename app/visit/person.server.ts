import { type AppLoadContext } from '@remix-run/node'
import { type Account } from '#contract/people.ts'
import { displayName } from '../format/display-name.ts'

const people = new WeakMap<AppLoadContext, string>()

/** Keeps the name of the member of staff who asks, for the bar of their page. */
export function keepPerson(context: AppLoadContext, user: Account): void {
  people.set(context, displayName(user))
}

/** For who has no place at the desk: its bar leads nowhere for them. */
export function forgetPerson(context: AppLoadContext): void {
  people.delete(context)
}

/** The name of the member of staff whom this request belongs to; undefined for everybody else. */
export const findPerson = (context: AppLoadContext): string | undefined => people.get(context)
