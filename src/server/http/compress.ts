import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

/** One text in the encodings requested so far; at least one exists. */
export type Bodies = Partial<Record<Encoding, Buffer>>

const packers = { br: promisify(brotliCompress), gzip: promisify(gzip) }
const unpackers = { br: promisify(brotliDecompress), gzip: promisify(gunzip) }

/** A copy with its own memory: zlib returns a view of a chunk of 64 KB, which is retained as long as the view is. */
function withoutChunk(view: Buffer): Buffer {
  const body = Buffer.allocUnsafeSlow(view.length)
  view.copy(body)
  return body
}

/** Below this size compression saves no packet, and so no time. */
export const isWorthCompressing = ({ length }: Buffer) => length >= 1_000

/**
 * A body in one encoding, at a quality that costs no more than rendering does; `isQuick` at the one that costs least, a quarter more
 * bytes in a third of the time, while many pages wait.
 */
export async function compress(
  identity: Buffer,
  encoding: Encoding,
  { isQuick = false } = {},
): Promise<Bodies> {
  if (encoding === 'identity') return { identity }
  return { [encoding]: await (isQuick ? packQuickly : pack)(identity, encoding) }
}

/** The body in an encoding; a missing one is converted from another and cached in `bodies`. */
export async function bodyIn(bodies: Bodies, wanted: Encoding): Promise<Buffer> {
  const known = bodies[wanted]
  if (known) return known
  const identity = await identityOf(bodies)
  const body = wanted === 'identity' ? identity : await pack(identity, wanted)
  bodies[wanted] = body
  return body
}

/**
 * The encoding that suits an `Accept-Encoding` best; brotli, then gzip, where the client likes several equally.
 * Undefined: it accepts none of ours, not even plain text. RFC 9110 §12.5.3.
 */
export function chooseEncoding(header: string | undefined): Encoding | undefined {
  if (header === undefined) return 'identity'
  const known = chosen.get(header)
  if (known !== undefined) return known ?? undefined
  const encoding = choose(header)
  // Browsers send the same few values all the time; the limit keeps invented values from growing the cache.
  if (chosen.size < 200 && header.length < 200) chosen.set(header, encoding ?? null)
  return encoding
}

const chosen = new Map<string, Encoding | null>()

function choose(header: string): Encoding | undefined {
  const weights = new Map(header.split(',').map(weightOf))
  const weight = (name: string) => weights.get(name) ?? weights.get('*')
  const offers = [
    { encoding: 'br', q: weight('br') ?? 0 },
    { encoding: 'gzip', q: weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0 },
    // An encoding that is not named is acceptable, after all named ones.
    { encoding: 'identity', q: weight('identity') ?? Number.MIN_VALUE },
  ] as const
  const best = offers.reduce((best, offer) => (offer.q > best.q ? offer : best))
  return best.q > 0 ? best.encoding : undefined
}

function weightOf(part: string): [string, number] {
  const [name = '', ...parameters] = part.split(';')
  const q = parameters.map((text) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(text)?.[1]).find(Boolean)
  const weight = q === undefined ? 1 : Number(q)
  return [name.trim().toLowerCase(), Number.isFinite(weight) ? weight : 0]
}

/**
 * Brotli 5 and gzip 6: on a listing of 77 KB 1.4 ms each. Brotli 7 takes twice as long for 0.5 % less. Brotli's default window of 4 MB
 * costs as much again in allocating and clearing memory; 64 KB cost 0.2 % in size. ADR 0024.
 */
const pack = async (body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'gzip' ? withoutChunk(await packers.gzip(body, { level: 6 })) : packBrotli(body, 5, 16)

const packQuickly = async (body: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'gzip' ? withoutChunk(await packers.gzip(body, { level: 1 })) : packBrotli(body, 1, 16)

/**
 * Brotli 11: 9 % smaller, and 130 to 250 ms of a thread of its own. For pages that are sent many times; its window holds a whole page,
 * and 18 bits would take another megabyte in each thread.
 */
export const packSmallest = (body: Buffer): Promise<Buffer> => packBrotli(body, 11, 17)

async function packBrotli(body: Buffer, quality: number, windowBits: number) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
  const { BROTLI_PARAM_MODE, BROTLI_MODE_TEXT } = constants
  const packed = await packers.br(body, {
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_LGWIN]: windowBits,
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
  return withoutChunk(packed)
}

/** The body without compression, which is not added to `bodies`. */
export async function identityOf({ identity, br, gzip }: Bodies): Promise<Buffer> {
  if (identity) return identity
  if (br) return withoutChunk(await unpackers.br(br))
  if (gzip) return withoutChunk(await unpackers.gzip(gzip))
  throw new Error('A body without any encoding')
}
