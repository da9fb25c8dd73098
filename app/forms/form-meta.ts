import { type MetaDescriptor } from '@remix-run/react'
import { pageMeta } from '../page/page-meta.ts'
import { type ShownForm } from './form-page.tsx'

interface FormMetaArgs {
  data: unknown
  matches: readonly { id: string; data: unknown }[]
}

/** Title, description and address of a page with a form. `data` is its loader's result. */
export function formMeta({ data, matches }: FormMetaArgs): MetaDescriptor[] {
  const form = (data as { form: ShownForm } | undefined)?.form
  if (!form) return []
  return pageMeta(matches, { title: form.text.title, description: form.text.summary, path: form.action })
}
