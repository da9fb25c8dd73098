import { type Sandbox } from '#sandbox/create-sandbox.ts'

/** Makes a call with the publishable key, as the page's script does. */
export async function callAsPage(
  { pages }: Pick<Sandbox, 'pages'>,
  method: 'GET' | 'POST',
  path: string,
  fields: Record<string, string> = {},
  key = 'pk_test_sandbox',
): Promise<{ status: number; body: Record<string, unknown> }> {
  const form = new URLSearchParams(fields)
  const query = method === 'GET' && form.size > 0 ? `?${String(form)}` : ''
  const request = new Request(`http://shop.test/sandbox/stripe/v1/${path}${query}`, {
    method,
    headers: { authorization: `Bearer ${key}` },
    ...(method === 'POST' ? { body: form } : {}),
  })
  const response = await pages(request)
  if (!response) throw new Error(`Nothing answers ${path}`)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

/**
 * A card as the page sends it.
 * @param prefix `payment_method_data[card]`, or what else the call expects
 */
export const cardFields = (number: string, prefix: string): Record<string, string> => ({
  [`${prefix}[number]`]: number,
  [`${prefix}[exp_month]`]: '12',
  [`${prefix}[exp_year]`]: '2030',
  [`${prefix}[cvc]`]: '123',
})

/**
 * Types a card into the page.
 * @returns its confirmation token
 */
export async function typeCard(sandbox: Pick<Sandbox, 'pages'>, number: string): Promise<string> {
  const fields = {
    'payment_method_data[type]': 'card',
    ...cardFields(number, 'payment_method_data[card]'),
  }
  const { body } = await callAsPage(sandbox, 'POST', 'confirmation_tokens', fields)
  if (typeof body['id'] !== 'string') throw new Error(`no token: ${JSON.stringify(body)}`)
  return body['id']
}
