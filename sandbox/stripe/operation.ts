import { type z } from 'zod'
import { type UnitOfWork } from '../store/unit-of-work.ts'
import { readParameters } from './form-parameters.ts'

/** The context of an operation besides its parameters. */
export interface Surroundings {
  unit: UnitOfWork
  /** The origin of the sandbox's pages, without a trailing slash. */
  publicUrl: string
}

export interface Operation {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/customers/{id}` */
  path: string
  parameters: z.ZodObject
  run(at: Surroundings, form: Record<string, unknown>, ids: string[]): Promise<object>
}

/** Binds an operation's parameters to the code that reads them. */
export function operation<P extends z.ZodObject>(
  method: Operation['method'],
  path: string,
  parameters: P,
  run: (at: Surroundings, params: z.output<P>, ids: string[]) => Promise<object> | object,
): Operation {
  return {
    method,
    path,
    parameters,
    run: async (at, form, ids) => run(at, readParameters(parameters, form), ids),
  }
}
