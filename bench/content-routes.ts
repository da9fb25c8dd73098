/**
 * Lists one page of each kind that the shop publishes: for each first word of a path, the first
 * address in the sitemap. A new kind of page is measured from the first day on.
 */
export async function contentRoutes(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text()
  const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname)
  const kinds = new Map<string, string>()
  for (const path of paths) {
    const [, word = '', more] = path.split('/')
    const kind =
      more === undefined ? word.replace(/^(get-new-perspective|peek-inside-flight)-.+/, '$1') : `${word}/…`
    if (!kinds.has(kind)) kinds.set(kind, path)
  }
  if (kinds.size < 10) throw new Error(`The sitemap names ${String(kinds.size)} kinds of pages only`)
  return [...kinds.values()]
}
