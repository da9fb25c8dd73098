import { type MetaDescriptor } from '@remix-run/react'
import { type ShellData } from '../visit/shell-data.ts'

interface Page {
  /** Without the brand's name. */
  title: string
  description?: string
  /** The canonical path of the page, independent of the requested address. */
  path?: string
  /** The Open Graph type; `website` by default. */
  kind?: 'website' | 'article'
}

/**
 * Title, description and canonical address of a page; `matches` are the route's own (`MetaArgs`).
 */
export function pageMeta(matches: readonly { id: string; data: unknown }[], page: Page): MetaDescriptor[] {
  const shell = matches.find((match) => match.id === 'root')?.data as ShellData | undefined
  const title = shell ? `${page.title} · ${shell.brand.name}` : page.title
  const meta: MetaDescriptor[] = [{ title }, { property: 'og:title', content: title }]
  if (page.description) meta.push({ name: 'description', content: page.description })
  if (page.path !== undefined && shell) {
    const href = `${shell.origin}${page.path}`
    meta.push({ tagName: 'link', rel: 'canonical', href })
    // Hydrated pages are personal and have a size budget, so they have no data for previews.
    if (import.meta.env.SSR && page.description) meta.push(...shareMeta(page, shell, href))
  }
  return meta
}

/** The address of a page's preview picture. */
export const getShareImageHref = (origin: string, path: string): string =>
  `${origin}/share/${path === '/' ? 'home' : path.slice(1)}.jpg`

/** The preview that messengers show for a shared address. */
function shareMeta(
  { title, description, path = '/', kind = 'website' }: Page,
  shell: ShellData,
  url: string,
) {
  const property = (name: string, content = '') => ({ property: `og:${name}`, content })
  return [
    property('description', description),
    property('type', kind),
    property('url', url),
    property('site_name', shell.brand.name),
    property('image', getShareImageHref(shell.origin, path)),
    property('image:width', '1200'),
    property('image:height', '630'),
    property('image:alt', title),
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
