import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { toLocalDate } from '../format/local-time.ts'
import { passLoaderHeaders } from '../visit/cached-headers.ts'
import { pageMeta } from '../page/page-meta.ts'
import { PostCards } from '../content/post-cards.tsx'
import { requireBrand } from '../visit/brand.server.ts'
import { listPosts } from '../texts/articles.server.ts'
import { SHARED_HEADERS } from '../visit/cacheable-pages.server.ts'
import sheet from '../styles/reading.css?url'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const brand = await requireBrand(request, context)
  const posts = listPosts(toLocalDate(new Date().toISOString(), brand.time_zone), brand.id)
  return data({ posts }, { headers: SHARED_HEADERS })
}

export const headers = passLoaderHeaders
export const handle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: 'Notes from the pad',
    description: 'Short stories about weather, light, weights and water, by the people who fly you.',
    path: '/blog',
  })

export default function BlogPage() {
  const { posts } = useLoaderData<typeof loader>()
  return (
    <div className="wrap section">
      <div className="head split">
        <h1>Notes from the pad</h1>
        <p>Weather, light, weights and water: what we talk about while the rotor stands still.</p>
      </div>
      <PostCards posts={posts} />
    </div>
  )
}
