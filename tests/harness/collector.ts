import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedSpan = {
  traceId: string
  id: string
  /** Empty at the beginning of a trace. */
  parentId: string
  name: string
  /** 2 is an answered request, 3 a call, 5 a job. */
  kind: number
  attributes: Record<string, string | number>
  hasFailed: boolean
}

/** A stand-in for an OpenTelemetry collector: OTLP over HTTP with protobuf, at `/v1/traces`. It does not keep a process alive. */
export async function startCollector() {
  const spans: ReceivedSpan[] = []
  const requests: { url: string | undefined; headers: IncomingHttpHeaders }[] = []
  const accept = (response: ServerResponse): void => void response.end()
  const collector = { answer: accept }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    requests.push({ url: request.url, headers: request.headers })
    if (collector.answer === accept) spans.push(...spansIn(Buffer.concat(chunks)))
    collector.answer(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    accept: () => {
      collector.answer = accept
    },
    answer: (answer: (response: ServerResponse) => void) => {
      collector.answer = answer
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** https://github.com/open-telemetry/opentelemetry-proto: ExportTraceServiceRequest, its resources, their scopes, their spans. */
const spansIn = (body: Buffer) =>
  partsOf(body, 1)
    .flatMap((resource) => partsOf(resource, 2))
    .flatMap((scope) => partsOf(scope, 2))
    .map(spanIn)

function spanIn(bytes: Buffer): ReceivedSpan {
  const hex = (number: number) => partsOf(bytes, number)[0]?.toString('hex') ?? ''
  const attributes = partsOf(bytes, 9).map((attribute) => {
    const [value = Buffer.of()] = partsOf(attribute, 2)
    return [textIn(attribute, 1), numberIn(value, 3) ?? textIn(value, 1)] as const
  })
  return {
    traceId: hex(1),
    id: hex(2),
    parentId: hex(4),
    name: textIn(bytes, 5),
    kind: numberIn(bytes, 6) ?? 0,
    attributes: Object.fromEntries(attributes),
    hasFailed: partsOf(bytes, 15).some((status) => numberIn(status, 3) === 2),
  }
}

const partsOf = (bytes: Buffer, number: number) =>
  fieldsOf(bytes).flatMap((field) => (field.number === number && field.bytes ? [field.bytes] : []))
const numberIn = (bytes: Buffer, number: number) =>
  fieldsOf(bytes).find((field) => field.number === number)?.value
const textIn = (bytes: Buffer, number: number) => String(partsOf(bytes, number)[0] ?? '')

/** The fields of a protobuf message: numbers, and everything that has a length. */
function fieldsOf(bytes: Buffer) {
  const fields: { number: number; value?: number; bytes?: Buffer }[] = []
  let at = 0
  function readNumber() {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = bytes.readUInt8(at++)
      value += (byte & 127) * scale
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const key = readNumber()
    const field = { number: Math.floor(key / 8) }
    if (key % 8 === 0) fields.push({ ...field, value: readNumber() })
    else {
      const size = key % 8 === 1 ? 8 : key % 8 === 5 ? 4 : readNumber()
      fields.push({ ...field, bytes: bytes.subarray(at, at + size) })
      at += size
    }
  }
  return fields
}
