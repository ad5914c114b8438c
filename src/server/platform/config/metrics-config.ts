import type { ConfigProblem } from './config.ts'

/** `port`: a separate listener on 127.0.0.1. `token`: the bearer token of a scraper. At least one of the two. */
export type MetricsConfig = { port?: number; token?: string }

type Given = { PORT: number; METRICS_PORT?: number | undefined; METRICS_TOKEN?: string | undefined }

/** Where metrics are served; undefined: metrics are off. */
export function metricsOf(
  { PORT, METRICS_PORT: port, METRICS_TOKEN: token }: Given,
  problems: ConfigProblem[],
): MetricsConfig | undefined {
  if (port === PORT) problems.push({ variable: 'METRICS_PORT', problem: 'must not be the same as PORT' })
  if (port === undefined && token === undefined) return undefined
  return { ...(port !== undefined && { port }), ...(token !== undefined && { token }) }
}
