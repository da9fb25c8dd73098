import { CustomerRequest, JwtReply } from '#contract/people.ts'
import {
  AnyJson,
  type SpecOnlyAnswer,
  type SpecOnlyCall,
  found,
  unreadableAnswer,
  refused,
} from './call.server.ts'
import {
  readId,
  readIds,
  isLooseObject,
  type LooseObject,
  readLooseObject,
  readNumber,
  readText,
  readTexts,
} from '../loose-values.server.ts'
import { FAILED } from '../../error-messages.ts'

/**
 * Registers a guest with the keys of section 7. The contact is remembered for the pages of this
 * visit.
 */
export async function registerSpecOnlyGuest(call: SpecOnlyCall): SpecOnlyAnswer {
  const input = CustomerRequest.safeParse(call.body)
  if (!input.success) return refused(422, 'invalid', FAILED)
  const { email, phone, set_password_url, tag_list } = input.data.customer
  const customer = { email, phone, set_password_url, tag_list }
  const result = await call.anonymousApi.post('/v1/customers', JwtReply, { body: { customer } })
  if (result.ok) {
    call.memory.guests.set(result.data.jwt, { email, phone: phone || null }, call.now)
  }
  return result
}

/** Only the keys of section 7, wrapped as `user{first_name,…}`. */
function pick(body: unknown, outer: readonly string[], wrap: string, inner: readonly string[]): LooseObject {
  const given = isLooseObject(body) ? body : {}
  const wrapped = isLooseObject(given[wrap]) ? given[wrap] : {}
  const take = (from: LooseObject, names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (from[name] === undefined ? [] : [[name, from[name]]])))
  return { ...take(given, outer), [wrap]: take(wrapped, inner) }
}

export async function registerSpecOnlyUser(call: SpecOnlyCall): SpecOnlyAnswer {
  const given = { brand_id: call.brandId, ...(isLooseObject(call.body) ? call.body : {}) }
  const names = ['first_name', 'last_name', 'phone', 'email', 'password', 'tag_list']
  const body = pick(given, ['brand_id'], 'user', names)
  const result = await call.anonymousApi.post('/v1/users', AnyJson, { body })
  if (!result.ok) return result
  // The answer's shape is not specified; without data the account is what was sent.
  return found(
    { user: readUser(readLooseObject(result.data, 'user') ?? readLooseObject(body, 'user') ?? {}) },
    201,
  )
}

export function logInSpecOnly(call: SpecOnlyCall): SpecOnlyAnswer {
  const body = pick(call.body, [], 'auth', ['email', 'password'])
  return call.anonymousApi.post('/v1/user_token', JwtReply, { body })
}

export async function requestSpecOnlyReset(call: SpecOnlyCall): SpecOnlyAnswer {
  const names = ['email', 'redirect_uri', 'brand_id']
  const asked = readLooseObject(pick(call.body, [], 'password_reset', names), 'password_reset') ?? {}
  const body = { password_reset: { brand_id: call.brandId, ...asked } }
  const result = await call.anonymousApi.post('/v1/password_resets', AnyJson, { body })
  return result.ok ? found({ password_reset: { email: readText(asked['email']) } }, 201) : result
}

/**
 * Whether a mailed link is still valid. The answer's shape is not specified, so only its status
 * counts.
 */
export async function checkSpecOnlyReset(call: SpecOnlyCall): SpecOnlyAnswer {
  const email = readText(call.query['email'])
  const result = await call.anonymousApi.get(resetPath(call), AnyJson, { query: { email } })
  return result.ok ? found({ password_reset: { email } }) : result
}

export async function setSpecOnlyPassword(call: SpecOnlyCall): SpecOnlyAnswer {
  const body = pick(call.body, ['email'], 'user', ['password'])
  const result = await call.anonymousApi.put(resetPath(call), AnyJson, { body })
  return result.ok ? found(undefined, 204) : result
}

const resetPath = ({ params: [token = ''] }: SpecOnlyCall) =>
  `/v1/password_resets/${encodeURIComponent(token)}`

function readUser(row: LooseObject) {
  return {
    ...{ id: readId(row['id']) ?? 1, email: readText(row['email']) },
    first_name: readText(row['first_name']) || null,
    last_name: readText(row['last_name']) || null,
    phone: readText(row['phone']) || null,
    role_ids: readIds(row['role_ids']),
    credit: readNumber(row['credit']) ?? 0,
    tag_list: readTexts(row['tag_list']),
  }
}

export async function getSpecOnlyUser(call: SpecOnlyCall): SpecOnlyAnswer {
  const result = await call.userApi.get('/v1/users/me', AnyJson)
  const row = result.ok ? readLooseObject(result.data, 'user') : undefined
  if (!row) return result.ok ? unreadableAnswer() : result
  return found({ user: readUser(row) })
}
