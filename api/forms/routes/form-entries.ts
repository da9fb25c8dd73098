import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { FormEntryReply, FormEntryRequest, FormStampReply, StampedForm } from '#contract/form-entry.ts'
import { createRouter } from '../../http/http.ts'
import { makeFormStamp } from '../form-stamp.ts'
import { saveFormEntry } from '../receive-form-entry.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { refuseForm } from './refuse-form.ts'

const stamp = createRoute({
  method: 'get',
  path: '/v1/form_stamps/{form}',
  summary: 'A stamp for a form that is about to be shown',
  description:
    'Signed, and kept nowhere. It is good for one entry of this form, from two seconds to a ' +
    'day after it was made: who sends a form without reading it is no person.',
  request: { params: z.object({ form: StampedForm }) },
  responses: { 200: jsonReply('The stamp', FormStampReply) },
})
const take = createRoute({
  method: 'post',
  path: '/v1/form_entries',
  summary: 'A message, a charter enquiry, an application, a contest entry, or an answer to the survey',
  description:
    'Kept, and mailed to the brand’s desk once. The same stamp again, or another entry of the ' +
    'same e-mail in a contest, has the same answer and does nothing. 409 with a stamp that is ' +
    'too new: send it again in a moment; with `stamp_over`, get another one.',
  request: { body: jsonBody(FormEntryRequest) },
  responses: { 201: jsonReply('It came', FormEntryReply) },
})

export const formEntries = createRouter()
  .openapi(stamp, (c) => {
    const { form } = c.req.valid('param')
    c.header('Cache-Control', 'private, no-store')
    return c.json({ form_stamp: { form, stamp: makeFormStamp(c.get('deps'), form) } }, 200)
  })
  .openapi(take, async (c) => {
    const { form_entry: fields } = c.req.valid('json')
    const taken = await saveFormEntry(c.get('deps'), c.get('caller'), fields)
    if (!taken.ok) return refuseForm(c, taken)
    return c.json({ form_entry: { form: fields.form } }, 201)
  })
