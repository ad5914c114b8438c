import { addAbortSignal, pipeline, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { constants, createBrotliCompress, createGzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type CachedPage, cachedPage, packFor, sendIfPacked, wantedBy } from '../http/cached-page.ts'
import { chooseEncoding, type Encoding } from '../http/compress.ts'
import type { Services } from '../http/context.ts'
import { unavailable } from '../http/errors.ts'
import { createWorkLimit } from '../http/work-limit.ts'

/** A text of any length, made anew by `chunks`; the same `name` is the same text until something in the shop changes. */
export type Text = { name: string; headers: Record<string, string>; chunks: () => AsyncIterable<string> }

type Options = {
  services: Pick<Services, 'changes' | 'log'>
  /** Longer texts (in UTF-16 units) are not kept but made again for each reader. */
  mostKept?: number
  /** Texts being made to be kept, and long ones being sent, at once: each reads a good part of the catalogue. */
  mostAtOnce?: number
  /** A reader who takes longer is let go, or a few slow ones would keep out all others. */
  mostMs?: number
}

/** Sends texts that are made of the whole catalogue: short ones from memory, long ones as a stream. */
export function createTextSender({
  services: { changes, log },
  mostKept = 2_000_000,
  mostAtOnce = 4,
  mostMs = 300_000,
}: Options) {
  /** What is known since the last change: the text, or that it is too long to be kept. */
  const known = new Map<string, Promise<CachedPage | 'long'>>()
  const making = createWorkLimit(mostAtOnce, () => unavailable(60))
  const sending = createWorkLimit(mostAtOnce, () => unavailable(60))
  changes.subscribe(() => known.clear())

  function find(text: Text, encoding: Encoding) {
    const found = known.get(text.name)
    if (found) return found
    const made = making.run(() => keep(text, encoding))
    known.set(text.name, made)
    // The files of a sitemap may be asked for by any number.
    for (const oldest of known.keys()) if (known.size > MOST_NAMES) known.delete(oldest)
    // What failed is tried again by the next reader.
    made.catch(() => void (known.get(text.name) === made && known.delete(text.name)))
    return made
  }

  async function keep({ headers, chunks }: Text, encoding: Encoding): Promise<CachedPage | 'long'> {
    let body = ''
    for await (const chunk of chunks()) {
      body += chunk
      if (body.length > mostKept) return 'long'
    }
    return cachedPage(
      { status: 200, headers: { ...headers, ...VARY }, body, tags: new Set(), keep: 'long' },
      encoding,
    )
  }

  /**
   * @throws what making the text throws before its first part is sent; 503 when too many long ones are being sent.
   */
  return async function send(request: FastifyRequest, reply: FastifyReply, text: Text) {
    const wanted = wantedBy(request.raw)
    const encoding = chooseEncoding(wanted.acceptEncoding) ?? 'identity'
    const page = await find(text, encoding)
    if (page === 'long') return sendLong(request, reply, text, encoding)
    await packFor(wanted, page)
    reply.hijack()
    sendIfPacked(wanted, reply.raw, page)
  }

  async function sendLong({ method }: FastifyRequest, reply: FastifyReply, text: Text, encoding: Encoding) {
    const packed = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    reply.headers({ ...text.headers, ...VARY, ...packed })
    if (method === 'HEAD') return reply.send()
    await sending.run(async () => {
      const source = addAbortSignal(AbortSignal.timeout(mostMs), Readable.from(text.chunks()))
      const body = packing(source, encoding, (error) => {
        if (error) log.warn({ file: text.name, cause: String(error) }, 'a long text was not sent to its end')
      })
      reply.send(body)
      await finished(reply.raw).catch(() => {})
    })
    return reply
  }
}

const MOST_NAMES = 24
const VARY = { vary: 'accept-encoding' }

/** The stream in an encoding; fast rather than small, as it is packed for one reader. */
function packing(source: Readable, encoding: Encoding, onEnd: (error: Error | null | undefined) => void) {
  if (encoding === 'identity') {
    finished(source).then(() => onEnd(null), onEnd)
    return source
  }
  const pack =
    encoding === 'br'
      ? createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
      : createGzip({ level: 5 })
  return pipeline(source, pack, onEnd)
}
