import { type Terminal } from './catalogue.ts'

/**
 * Returns the slug of a terminal's page, from the name that people use for the place. `New Jersey`
 * → `new-jersey`
 */
export function locationSlug({ subtitle, name }: Pick<Terminal, 'subtitle' | 'name'>): string {
  return (subtitle || name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
