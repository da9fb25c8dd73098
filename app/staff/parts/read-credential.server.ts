import { z } from 'zod'

/** What the page's script put into the form: the answer of the authenticator, in JSON. */
export const SentCredential = <Credential extends z.ZodType>(credential: Credential) =>
  z
    .string({ error: 'Your browser sent no passkey' })
    .max(60_000)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue({ code: 'custom', message: 'Your browser sent no passkey' })
        return z.NEVER
      }
    })
    .pipe(credential)
