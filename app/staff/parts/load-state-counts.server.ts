import { type StateCounts, StateCountsReply } from '#contract/state-counts.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { requireData } from '../../visit/load-visit.server.ts'

/** How many mails, texts and approvals wait for somebody. */
export const loadStateCounts = async (userApi: ApiClient): Promise<StateCounts> =>
  requireData(await userApi.get('/v1/state_counts', StateCountsReply)).state_counts
