import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { pageMeta } from '../page/page-meta.ts'
import { ThanksPage } from '../forms/thanks-page.tsx'
import { requireBrand } from '../visit/brand.server.ts'
import { findThanks } from '../texts/form-texts.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/form-pages.css?url'

/** The page after every submitted form; the address names the form, and nothing that was typed. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const brand = await requireBrand(request, context)
  const form = new URL(request.url).searchParams.get('for') ?? 'contact'
  const thanks = (await findThanks(form, brand.name)) ?? (await findThanks('contact', brand.name))
  return data({ thanks }, { headers: PRIVATE_HEADERS })
}

export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { sheet }

export const meta: MetaFunction<typeof loader> = ({ data: loaded, matches }) => [
  ...pageMeta(matches, { title: loaded?.thanks?.title ?? 'Thank you' }),
  { name: 'robots', content: 'noindex' },
]

export default function ThankYou() {
  const { thanks } = useLoaderData<typeof loader>()
  return <ThanksPage title={thanks?.title ?? 'Thank you'} html={thanks?.html ?? ''} />
}
