import { OpenAPIHono } from '@hono/zod-openapi'
import { type z } from 'zod'
import { type ApiDeps } from './deps.ts'

export type RoleName = 'admin' | 'staff' | 'pilot'

/** Who calls. A guest reaches only what their own session made; a customer whose e-mail is unproven likewise. */
export type Caller =
  | { kind: 'visitor' }
  | { kind: 'guest' | 'customer'; sessionId: string; userId: number; emailProven: boolean; roles: RoleName[] }

/** What the outer server knows of a request and the wire does not say. */
export interface ApiBindings {
  /** The person's address, for limits; not the shop's. */
  visitorAddress?: string
  requestId?: string
}

export interface ApiEnv {
  Bindings: ApiBindings
  Variables: { deps: ApiDeps; caller: Caller; requestId: string }
}

/** A part of `/v1`. Input that does not fit the route's schema answers 422 with field → messages. */
export function createRouter() {
  return new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (!result.success) return c.json(fieldErrors(result.error), 422)
      return undefined
    },
  })
}

/** zod's issues as `{ field: [messages] }`; issues of nested fields are named `a.0.b`, of the body as a whole `base`. */
export function fieldErrors(error: { issues: readonly z.core.$ZodIssue[] }): Record<string, string[]> {
  const fields: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const name = issue.path.map(String).join('.') || 'base'
    fields[name] = [...(fields[name] ?? []), issue.message]
  }
  return fields
}
