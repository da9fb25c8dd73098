import { PrintManifestReply } from '#contract/manifest-version.ts'
import { type ApiClient } from '../../visit/api-result.ts'
import { requireData } from '../../visit/load-visit.server.ts'

/**
 * Records what stands on the manifest now as printed.
 *
 * @returns the address of its sheet
 * @throws Response 404, 503
 */
export async function printManifest(userApi: ApiClient, flight: string): Promise<string> {
  const printed = await userApi.post(`/v1/flights/${flight}/manifest_versions`, PrintManifestReply, {
    body: {},
  })
  const { number } = requireData(printed).manifest_version
  return `/staff/flights/${flight}/manifest?version=${String(number)}`
}
