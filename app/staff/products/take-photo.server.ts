import { z } from 'zod'
import { PhotoReply } from '#contract/photo.ts'
import { UNAVAILABLE_SENTENCE } from '#contract/service-sentences.ts'
import { readForm, SentText } from '../../ui/form/sent-values.server.ts'
import { type StaffVisit } from '../parts/staff-visit.server.ts'

const NOT_ARRIVED = 'The photo did not arrive. Please choose it again'
const SentPhoto = z.object({
  photo: SentText,
  photo_file: z.file().optional().catch(undefined),
  photo_remove: SentText,
})
const Refused = z.union([z.object({ photo: z.tuple([z.string()]) }), z.object({ error: z.string() })])

/**
 * Uploads the photo of a product's form and writes its id into the form, so that it is not lost when
 * something else is refused. A box takes the photo away. What the form has then is all text.
 *
 * @returns why the photo was not taken
 */
export async function takePhoto(staff: StaffVisit, form: FormData): Promise<string | undefined> {
  const { photo_file: file, photo_remove: remove, photo } = readForm(form, SentPhoto)
  form.delete('photo_file')
  form.delete('photo_remove')
  if (file && file.size > 0) {
    const sent = await sendPhoto(staff, file)
    if ('problem' in sent) return sent.problem
    // The point was chosen on another photo.
    if (photo !== sent.id) form.set('photo_focal', 'center')
    form.set('photo', sent.id)
    return undefined
  }
  if (remove === 'yes') {
    form.set('photo', '')
    form.set('photo_focal', 'center')
    form.set('photo_alt', '')
  }
  return undefined
}

async function sendPhoto(
  { visit: { shop, session } }: StaffVisit,
  file: File,
): Promise<{ id: string } | { problem: string }> {
  const origin = shop.settings.apiUrl ?? 'http://v1.internal'
  const call = new Request(`${origin}/v1/photos`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${session.get('token') ?? ''}`,
      'Content-Type': file.type.startsWith('image/') ? file.type : 'image/unknown',
      'X-Request-Id': shop.requestId,
    },
    body: await file.arrayBuffer(),
  })
  const answer = await shop.callApi(call).catch(() => undefined)
  if (!answer) return { problem: UNAVAILABLE_SENTENCE }
  const body: unknown = await answer.json().catch(() => undefined)
  const made = PhotoReply.safeParse(body)
  if (answer.ok && made.success) return { id: made.data.photo.id }
  const refused = Refused.safeParse(body)
  if (!refused.success) return { problem: NOT_ARRIVED }
  return { problem: 'error' in refused.data ? refused.data.error : refused.data.photo[0] }
}
