/** What `/v1` is told about a request besides the request itself. */
export interface CallFacts {
  requestId: string
  visitorAddress: string
}
