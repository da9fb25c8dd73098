import { z } from 'zod'
import { ASKED } from './asked-words.ts'

/** What became of asking a colleague, in the address of the page that says it. */
export const AskedQuery = z.object({ asked: z.enum(ASKED).optional().catch(undefined) })
