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
  summary: 'A signed timestamp for a form that is about to be shown',
  description:
    'It is stored nowhere, and valid for one entry of this form from two seconds to a day after ' +
    'it was made: a form that is sent faster was not filled in by a person.',
  request: { params: z.object({ form: StampedForm }) },
  responses: { 200: jsonReply('The timestamp', FormStampReply) },
})
const receiveEntry = createRoute({
  method: 'post',
  path: '/v1/form_entries',
  summary: 'Send a message, a charter enquiry, an application, a contest entry, or an answer to the survey',
  description:
    'It is stored, and mailed once to the staff of the brand. A second entry with the same stamp, ' +
    'or of the same e-mail in a contest, gets the same answer and has no effect. 409 if the stamp ' +
    'is too new: send the entry again in a moment; with `stamp_over`, request a new stamp.',
  request: { body: jsonBody(FormEntryRequest) },
  responses: { 201: jsonReply('Received', FormEntryReply) },
})

export const formEntries = createRouter()
  .openapi(stamp, (c) => {
    const { form } = c.req.valid('param')
    c.header('Cache-Control', 'private, no-store')
    return c.json({ form_stamp: { form, stamp: makeFormStamp(c.get('deps'), form) } }, 200)
  })
  .openapi(receiveEntry, async (c) => {
    const { form_entry: fields } = c.req.valid('json')
    const taken = await saveFormEntry(c.get('deps'), c.get('caller'), fields)
    if (!taken.ok) return refuseForm(c, taken)
    return c.json({ form_entry: { form: fields.form } }, 201)
  })
