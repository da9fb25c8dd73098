/** What a mailed link carries: its secret, undefined when it cannot be one, and the address it was mailed to. */
export function readMailedLink(request: Request): {
  token: string | undefined
  email: string
  search: string
} {
  const { searchParams, search } = new URL(request.url)
  const token = searchParams.get('token') ?? ''
  return {
    token: /^[\w-]{16,200}$/.test(token) ? token : undefined,
    email: (searchParams.get('email') ?? '').trim(),
    search,
  }
}
