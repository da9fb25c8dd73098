import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { StaffTaskReply, StaffTaskRequest, StaffTasksReply } from '#contract/passenger.ts'
import { createRouter } from '../../http/http.ts'
import { readOnlyFields } from '../../access/read-only-fields.ts'
import { requireCaller } from '../../access/authenticate.ts'
import { closeStaffTask, listStaffTasks, staffTaskSorts } from '../staff-tasks.ts'
import { auditBy } from '../../store/read-audit-author.ts'
import { jsonBody, jsonReply } from '../../http/json-reply.ts'
import { findId, IdParams, listMeta, listQuery, ONE_ROW_PAGE, toListPage } from '../../http/list-query.ts'
import { refuse } from '../refusals.ts'

const list = createRoute({
  method: 'get',
  path: '/v1/staff_tasks',
  summary: 'What has to be settled with customers, newest first; staff only',
  middleware: [requireCaller] as const,
  request: { query: listQuery(staffTaskSorts).extend({ state: z.enum(['open', 'done']).optional() }) },
  responses: { 200: jsonReply('Tasks', StaffTasksReply) },
})
const checkReadOnlyFields = readOnlyFields('staff_task', StaffTaskRequest.shape.staff_task, async (c) => {
  const id = findId(c.req.param('id') ?? '') ?? 0
  return (await listStaffTasks(c.get('deps').database.db, { id }, ONE_ROW_PAGE)).rows[0]
})
const change = createRoute({
  method: 'patch',
  path: '/v1/staff_tasks/{id}',
  summary: 'Close a task with what was agreed; staff only',
  middleware: [requireCaller, checkReadOnlyFields] as const,
  request: {
    params: IdParams,
    body: jsonBody(StaffTaskRequest),
  },
  responses: { 200: jsonReply('The task', StaffTaskReply) },
})

export const staffTasks = createRouter()
  .openapi(list, async (c) => {
    const query = c.req.valid('query')
    const { db } = c.get('deps').database
    const { rows, totalCount } = await listStaffTasks(db, { state: query.state }, toListPage(query))
    return c.json({ staff_tasks: rows, meta: listMeta(query, totalCount) }, 200)
  })
  .openapi(change, async (c) => {
    const deps = c.get('deps')
    const id = findId(c.req.valid('param').id) ?? 0
    const { choice } = c.req.valid('json').staff_task
    const closed = await closeStaffTask(deps, id, choice, auditBy(c))
    if (!closed.ok) return refuse(c, closed.reason)
    const { rows } = await listStaffTasks(deps.database.db, { id }, ONE_ROW_PAGE)
    const [task] = rows
    return task ? c.json({ staff_task: task }, 200) : refuse(c, 'not_found')
  })
