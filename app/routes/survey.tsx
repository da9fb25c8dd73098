import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { formMeta } from '../forms/form-meta.ts'
import { FormPage } from '../forms/form-page.tsx'
import { loadForm, sendForm } from '../forms/form-page.server.ts'
import { requireProducts } from '../catalogue/load-catalogue.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/form-pages.css?url'

/**
 * A mail after a flight may lead here with the flight in the address:
 * `/survey?flight=the-new-yorker`.
 */
export const loader = (args: LoaderFunctionArgs) =>
  loadForm(args, 'survey', async (visit, shown) => {
    const products = await requireProducts(visit)
    const choices = products.map(({ slug, name }) => [slug, name] as const)
    const fields = shown.fields.map((field) => (field.name === 'flight' ? { ...field, choices } : field))
    const flown = new URL(args.request.url).searchParams.get('flight') ?? ''
    // The guest decides whether the name is submitted along.
    return { form: { ...shown, fields, known: { flight: flown } } }
  })
export const action = (args: ActionFunctionArgs) => sendForm(args, 'survey')
export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { sheet }
export const meta = formMeta

export default function SurveyPage() {
  const { form } = useLoaderData<typeof loader>()
  return <FormPage form={form} refused={useActionData<typeof action>()} />
}
