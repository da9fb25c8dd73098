import { CustomerRequest, JwtReply } from '#contract/people.ts'
import { FAILED } from '../../../frame/page-error.tsx'
import { Anything, type BasicAnswer, type BasicCall, found, garbled, refused } from './call.server.ts'
import {
  idOf,
  idsOf,
  isLoose,
  type Loose,
  looseOne,
  numberOf,
  textOf,
  textsOf,
} from '../loose-values.server.ts'

/** A guest, with the keys section 7 prints. Who they are is kept for the pages of this visit. */
export async function registerBasicGuest(call: BasicCall): BasicAnswer {
  const wish = CustomerRequest.safeParse(call.body)
  if (!wish.success) return refused(422, 'invalid', FAILED)
  const { email, phone, set_password_url, tag_list } = wish.data.customer
  const customer = { email, phone, set_password_url, tag_list }
  const result = await call.anybody.post('/v1/customers', JwtReply, { body: { customer } })
  if (result.ok) {
    call.memory.guests.set(result.data.jwt, { email, phone: phone || null }, call.now)
  }
  return result
}

/** Only the keys section 7 prints of a wrapped body: `user{first_name,…}`. */
function pick(body: unknown, outer: readonly string[], wrap: string, inner: readonly string[]): Loose {
  const given = isLoose(body) ? body : {}
  const wrapped = isLoose(given[wrap]) ? given[wrap] : {}
  const take = (from: Loose, names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
  return { ...take(given, outer), [wrap]: take(wrapped, inner) }
}

export async function registerBasicUser(call: BasicCall): BasicAnswer {
  const given = { brand_id: call.brandId, ...(isLoose(call.body) ? call.body : {}) }
  const names = ['first_name', 'last_name', 'phone', 'email', 'password', 'tag_list']
  const body = pick(given, ['brand_id'], 'user', names)
  const result = await call.anybody.post('/v1/users', Anything, { body })
  if (!result.ok) return result
  // What the answer holds is not printed: then the account is what was sent.
  return found({ user: readUser(looseOne(result.data, 'user') ?? looseOne(body, 'user') ?? {}) }, 201)
}

export function logInBasic(call: BasicCall): BasicAnswer {
  const body = pick(call.body, [], 'auth', ['email', 'password'])
  return call.anybody.post('/v1/user_token', JwtReply, { body })
}

export async function askBasicReset(call: BasicCall): BasicAnswer {
  const names = ['email', 'redirect_uri', 'brand_id']
  const asked = looseOne(pick(call.body, [], 'password_reset', names), 'password_reset') ?? {}
  const body = { password_reset: { brand_id: call.brandId, ...asked } }
  const result = await call.anybody.post('/v1/password_resets', Anything, { body })
  return result.ok ? found({ password_reset: { email: textOf(asked['email']) } }, 201) : result
}

/**
 * Whether a mailed link still works; the answer's shape is printed nowhere, so only its status
 * counts.
 */
export async function checkBasicReset(call: BasicCall): BasicAnswer {
  const email = textOf(call.query['email'])
  const result = await call.anybody.get(resetPath(call), Anything, { query: { email } })
  return result.ok ? found({ password_reset: { email } }) : result
}

export async function setBasicPassword(call: BasicCall): BasicAnswer {
  const body = pick(call.body, ['email'], 'user', ['password'])
  const result = await call.anybody.put(resetPath(call), Anything, { body })
  return result.ok ? found(undefined, 204) : result
}

const resetPath = ({ params: [token = ''] }: BasicCall) => `/v1/password_resets/${encodeURIComponent(token)}`

function readUser(row: Loose) {
  return {
    ...{ id: idOf(row['id']) ?? 1, email: textOf(row['email']) },
    first_name: textOf(row['first_name']) || null,
    last_name: textOf(row['last_name']) || null,
    phone: textOf(row['phone']) || null,
    role_ids: idsOf(row['role_ids']),
    credit: numberOf(row['credit']) ?? 0,
    tag_list: textsOf(row['tag_list']),
  }
}

export async function getBasicUser(call: BasicCall): BasicAnswer {
  const result = await call.own.get('/v1/users/me', Anything)
  const row = result.ok ? looseOne(result.data, 'user') : undefined
  if (!row) return result.ok ? garbled() : result
  return found({ user: readUser(row) })
}
