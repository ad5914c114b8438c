import { z } from 'zod'
import { isUrlOf } from './message-config.ts'

/** The OpenTelemetry collector, or a company's intake, that gets the spans by OTLP over HTTP with protobuf. */
export type TracingConfig = {
  url: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  /** The share of traces that are recorded, unless the request's `traceparent` says it. */
  ratio: number
}

const HEADER = /^[\w-]{1,100}=[ -+\--~]{1,4000}$/

/** The names and forms of https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .refine((url) => isUrlOf(url, ['http:', 'https:']), 'must be an http or https address')
    .optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .transform((list) => list.split(',').map((header) => header.trim()))
    .refine(
      (list) => list.every((header) => HEADER.test(header) && isDecodable(header)),
      'must be name=value, several by commas, with commas percent-encoded',
    )
    .optional(),
  OTEL_SERVICE_NAME: z.string().max(100).default('vitrine'),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a share from 0 to 1')
    .transform(Number)
    .default(1),
}

type Given = {
  OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined
  OTEL_EXPORTER_OTLP_HEADERS?: string[] | undefined
  OTEL_SERVICE_NAME: string
  OTEL_TRACES_SAMPLER_ARG: number
}

/** Undefined: nothing is recorded, and no code of OpenTelemetry is loaded. */
export function tracingOf(given: Given): TracingConfig | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = [] } = given
  if (endpoint === undefined) return undefined
  const url = new URL(endpoint)
  url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`
  return {
    url: url.href,
    headers: Object.fromEntries(headers.map(nameAndValue)),
    serviceName: given.OTEL_SERVICE_NAME,
    ratio: given.OTEL_TRACES_SAMPLER_ARG,
  }
}

function nameAndValue(header: string): [string, string] {
  const at = header.indexOf('=')
  return [header.slice(0, at), decodeURIComponent(header.slice(at + 1))]
}

function isDecodable(header: string): boolean {
  try {
    return /^[ -~]*$/.test(nameAndValue(header)[1])
  } catch {
    return false
  }
}
