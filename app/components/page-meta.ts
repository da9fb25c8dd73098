import { type MetaDescriptor } from '@remix-run/react'
import { type ShellData } from './shell-data.ts'

interface Page {
  /** Without the brand's name. */
  title: string
  description?: string
  /** The page's own path: one address for each page, whatever the visitor typed. */
  path?: string
}

/** Title, description and canonical address of a page; `matches` are the route's own (`MetaArgs`). */
export function pageMeta(matches: readonly { id: string; data: unknown }[], page: Page): MetaDescriptor[] {
  const shell = matches.find((match) => match.id === 'root')?.data as ShellData | undefined
  const title = shell ? `${page.title} · ${shell.brand.name}` : page.title
  const meta: MetaDescriptor[] = [{ title }, { property: 'og:title', content: title }]
  if (page.description) meta.push({ name: 'description', content: page.description })
  if (page.path !== undefined && shell) {
    meta.push({ tagName: 'link', rel: 'canonical', href: `${shell.origin}${page.path}` })
  }
  return meta
}
