import { type MetaFunction } from '@remix-run/node'
import { pageMeta } from '../../page/page-meta.ts'
import { NO_INDEX } from './no-index.ts'

/** The title of a staff page, which no search engine lists. */
export const staffMeta =
  (title: string): MetaFunction =>
  ({ matches }) => [...pageMeta(matches, { title }), NO_INDEX]
