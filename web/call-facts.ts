/** What `/v1` learns of a request beside its text. */
export interface CallFacts {
  requestId: string
  visitorAddress: string
}
