import { z } from 'zod'
import { TypedWeight } from './typed-weight.ts'

/** The weights of a party, all of them optional. */
export const WeightsForm = z.object({ passengers: z.array(z.object({ weight: TypedWeight })).default([]) })
