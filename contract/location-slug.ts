import { type Terminal } from './catalogue.ts'

/**
 * The word a terminal's page has as its address: what people call the place. `New Jersey` →
 * `new-jersey`
 */
export function locationSlug({ subtitle, name }: Pick<Terminal, 'subtitle' | 'name'>): string {
  return (subtitle || name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
