import { type AppLoadContext } from '@remix-run/node'
import { type Account } from '#contract/people.ts'
import { displayName } from '../format/display-name.ts'

const people = new WeakMap<AppLoadContext, string>()

/** Keeps the name of the member of staff who asks, for the bar of their page. */
export function keepPerson(context: AppLoadContext, user: Account): void {
  people.set(context, displayName(user))
}

/** The name of the member of staff whom this request belongs to; undefined for everybody else. */
export const findPerson = (context: AppLoadContext): string | undefined => people.get(context)
