import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { secretsOf } from '#settings/key-ring.ts'
import { type Settings } from '#settings/settings.ts'
import { type Metrics } from './create-metrics.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/**
 * `GET /metrics` for Prometheus, with `METRICS_TOKEN` as bearer token. Without the setting there is
 * no such page: its figures tell how the business does. Nobody guesses 32 characters, so wrong tokens
 * are not counted, and nobody can keep the right one out by sending wrong ones.
 */
export function metricsRoute({ metricsToken }: Pick<Settings, 'metricsToken'>, metrics: Metrics | undefined) {
  const route = new Hono()
  if (metricsToken === undefined || !metrics) return route
  const right = secretsOf(metricsToken).map((token) => digest(`Bearer ${token}`))
  route.get('/metrics', async (c) => {
    c.header('Cache-Control', 'no-store')
    const given = digest(c.req.header('Authorization') ?? '')
    if (!right.some((one) => timingSafeEqual(given, one))) {
      return c.text('This page asks for METRICS_TOKEN.', 401, { 'WWW-Authenticate': 'Bearer' })
    }
    const { contentType, text } = await metrics.read()
    return c.body(text, 200, { 'Content-Type': contentType })
  })
  return route
}
