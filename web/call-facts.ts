import { type ApiBindings, type FoundCallers } from '#api/http/http.ts'

/** What `/v1` is told about a request besides the request itself. */
export interface CallFacts {
  requestId: string
  visitorAddress: string
  /** Absent for a call that stands alone. */
  callers?: FoundCallers
  /** Given where the answer is read in this process. */
  takeAnswer?: ApiBindings['takeAnswer']
  /** Absent where nobody knows the version of the public data. */
  keepAnswer?: ApiBindings['keepAnswer']
}
