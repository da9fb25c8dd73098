import { type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { type PageHandle } from '../page/page-handle.ts'
import { FormPage } from '../forms/form-page.tsx'
import { formMeta } from '../forms/form-meta.ts'
import { loadForm, sendForm } from '../forms/form-page.server.ts'
import { PRIVATE_HEADERS } from '../visit/session.server.ts'
import sheet from '../styles/form-pages.css?url'

export const loader = (args: LoaderFunctionArgs) => loadForm(args, 'contact', () => Promise.resolve({}))
export const action = (args: ActionFunctionArgs) => sendForm(args, 'contact')
export const headers = () => PRIVATE_HEADERS
export const handle: PageHandle = { sheet }
export const meta = formMeta

export default function ContactPage() {
  const { form } = useLoaderData<typeof loader>()
  return <FormPage form={form} refused={useActionData<typeof action>()} />
}
