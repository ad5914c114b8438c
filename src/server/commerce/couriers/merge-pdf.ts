import { inflateSync } from 'node:zlib'

/** A PDF that cannot be read here: encrypted, damaged, or larger than the limits below. */
export class UnusablePdfError extends Error {
  override name = 'UnusablePdfError'
}

type Name = { type: 'name'; text: string }
type Ref = { type: 'ref'; number: number }
/** Strings and numbers, as they are written. */
type Raw = { type: 'raw'; text: string }
type Dict = { type: 'dict'; of: Map<string, Value> }
type List = { type: 'list'; of: Value[] }
type Stream = { type: 'stream'; dict: Dict; bytes: string }
type Value = Name | Ref | Raw | Dict | List | Stream

const MAX_OBJECTS = 20_000
const MAX_PAGES = 20
const MAX_DEPTH = 60
const MAX_INFLATED = 8 * 1_024 * 1_024
const MAX_READ = 64 * 1_024 * 1_024

/** Entries that lead out of a page, or do something when it is opened. */
const left = new Set(['Parent', 'Annots', 'AA', 'B', 'StructParents', 'Metadata', 'PieceInfo', 'Tabs'])
const inherited = ['Resources', 'MediaBox', 'CropBox', 'Rotate']

/**
 * How many pages a PDF has.
 * @throws {UnusablePdfError}
 */
export const countPdfPages = (bytes: Buffer): number => pagesOf(openPdf(bytes.toString('latin1'))).length

/**
 * One PDF with the pages of all, in their order: content and fonts, without links, forms and scripts. ISO 32000-1, 7.5.
 * @throws {UnusablePdfError}
 */
export function mergePdfs(files: readonly Buffer[]): Buffer {
  const objects: string[] = ['', '']
  const kids: number[] = []
  for (const file of files) {
    const source = openPdf(file.toString('latin1'))
    const numbers = new Map<number, number>()
    const write = (value: Value, depth = 0): string => {
      if (depth > MAX_DEPTH) throw new UnusablePdfError('It is nested too deeply')
      if (value.type === 'raw') return value.text
      if (value.type === 'name') return `/${value.text}`
      if (value.type === 'list') return `[${value.of.map((one) => write(one, depth + 1)).join(' ')}]`
      if (value.type === 'ref') return `${copy(value.number, depth)} 0 R`
      const dict = value.type === 'stream' ? value.dict : value
      const length: Raw[] = value.type === 'stream' ? [{ type: 'raw', text: String(value.bytes.length) }] : []
      const entries = [...dict.of].filter(([name]) => !left.has(name) && !(name === 'Length' && length[0]))
      const text = entries.map(([name, one]) => `/${name} ${write(one, depth + 1)}`)
      const body = `<<${[...text, ...length.map((one) => `/Length ${one.text}`)].join(' ')}>>`
      return value.type === 'stream' ? `${body}\nstream\n${value.bytes}\nendstream` : body
    }
    const copy = (number: number, depth: number): number => {
      const known = numbers.get(number)
      if (known !== undefined) return known
      const own = objects.push('')
      if (own > MAX_OBJECTS) throw new UnusablePdfError('It has too many objects')
      numbers.set(number, own)
      objects[own - 1] = write(objectOf(source, number), depth + 1)
      return own
    }
    for (const page of pagesOf(source)) {
      const own = objects.push('')
      kids.push(own)
      objects[own - 1] = write(page).replace(/^<</, '<</Parent 2 0 R ')
    }
  }
  objects[0] = '<</Type /Catalog /Pages 2 0 R>>'
  objects[1] = `<</Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}]>>`
  return fileOf(objects)
}

function fileOf(objects: readonly string[]): Buffer {
  const parts = ['%PDF-1.7\n%\xe2\xe3\xcf\xd3\n']
  const offsets: number[] = []
  let size = parts[0]?.length ?? 0
  for (const [at, text] of objects.entries()) {
    const part = `${at + 1} 0 obj\n${text}\nendobj\n`
    offsets.push(size)
    parts.push(part)
    size += part.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const count = objects.length + 1
  parts.push(`xref\n0 ${count}\n0000000000 65535 f \n${rows.join('')}`)
  parts.push(`trailer\n<</Size ${count} /Root 1 0 R>>\nstartxref\n${size}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

type Place = { offset: number } | { holder: number; index: number }

/** The objects of a PDF, found by its cross-reference tables and streams. */
type Source = {
  text: string
  places: Map<number, Place>
  known: Map<number, Value>
  /** Of the streams that hold objects. */
  held: Map<number, Value[]>
  open: Set<number>
  /** Characters that may still be read: objects may share their text. */
  left: number
  root?: Value | undefined
}

function openPdf(text: string): Source {
  const source: Source = {
    text,
    places: new Map(),
    known: new Map(),
    held: new Map(),
    open: new Set(),
    left: MAX_READ,
  }
  const start = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(text.slice(-2_048))?.[1]
  if (!text.startsWith('%PDF-') || start === undefined) throw new UnusablePdfError('It is no whole PDF')
  const seen = new Set<number>()
  for (let next: number | undefined = Number(start); next !== undefined; ) {
    if (seen.has(next) || seen.size > 100) throw new UnusablePdfError('Its tables are circular')
    seen.add(next)
    next = readTable(source, next)
  }
  return source
}

/** Every page, with what it inherits. */
function pagesOf(source: Source): Dict[] {
  const pages: Dict[] = []
  const walk = (value: Value | undefined, given: ReadonlyMap<string, Value>, depth: number) => {
    const node = dictOf(source, value)
    if (!node || depth > MAX_DEPTH) throw new UnusablePdfError('Its pages cannot be found')
    const own = new Map(given)
    for (const name of inherited) {
      const set = node.of.get(name)
      if (set) own.set(name, set)
    }
    const kids = resolve(source, node.of.get('Kids'))
    if (kids?.type !== 'list') {
      if (pages.push({ type: 'dict', of: new Map([...own, ...node.of]) }) > MAX_PAGES)
        throw new UnusablePdfError(`It has more than ${MAX_PAGES} pages`)
      return
    }
    for (const kid of kids.of) walk(kid, own, depth + 1)
  }
  walk(dictOf(source, source.root)?.of.get('Pages'), new Map(), 0)
  if (pages.length === 0) throw new UnusablePdfError('It has no pages')
  return pages
}

/** A missing object is null. */
function objectOf(source: Source, number: number): Value {
  const known = source.known.get(number)
  if (known) return known
  const place = source.places.get(number)
  if (!place) return { type: 'raw', text: 'null' }
  if (source.open.has(number)) throw new UnusablePdfError('An object needs itself')
  source.open.add(number)
  const value =
    'offset' in place ? readAt(source, place.offset).value : heldIn(source, place.holder)[place.index]
  source.open.delete(number)
  if (!value) throw new UnusablePdfError('An object is missing')
  source.known.set(number, value)
  return value
}

function resolve(source: Source, value: Value | undefined): Value | undefined {
  return value?.type === 'ref' ? objectOf(source, value.number) : value
}

function dictOf(source: Source, value: Value | undefined): Dict | undefined {
  const found = resolve(source, value)
  return found?.type === 'dict' ? found : undefined
}

function numberOf(source: Source, value: Value | undefined): number | undefined {
  const found = resolve(source, value)
  return found?.type === 'raw' && /^\d{1,10}$/.test(found.text) ? Number(found.text) : undefined
}

/** `12 0 obj …` */
function readAt(source: Source, offset: number): { value: Value } {
  const reader = { text: source.text, at: offset }
  expect(reader, /\s*\d{1,10}\s+\d{1,5}\s+obj/y)
  const value = readWithin(source, reader)
  if (value.type !== 'dict' || !accept(reader, /\s*stream\r?\n/y)) return { value }
  const length = numberOf(source, value.of.get('Length'))
  if (length === undefined || reader.at + length > source.text.length)
    throw new UnusablePdfError('A stream has no length')
  return { value: { type: 'stream', dict: value, bytes: source.text.slice(reader.at, reader.at + length) } }
}

/** @returns the place of the table before it. */
function readTable(source: Source, offset: number): number | undefined {
  const reader = { text: source.text, at: offset }
  if (!accept(reader, /\s*xref\s+/y)) return readTableStream(source, offset)
  for (;;) {
    const [, first, count] = accept(reader, /(\d{1,10})\s+(\d{1,7})\s+/y) ?? []
    if (first === undefined || count === undefined) break
    for (let row = 0; row < Number(count); row++) {
      const [, at, , kind] = expect(reader, /\s*(\d{10})\s(\d{5})\s([nf])\s*/y)
      if (kind === 'n') addPlace(source, Number(first) + row, { offset: Number(at) })
    }
  }
  expect(reader, /\s*trailer/y)
  const trailer = readValue(reader)
  if (trailer.type !== 'dict') throw new UnusablePdfError('It has no trailer')
  const hybrid = numberOf(source, trailer.of.get('XRefStm'))
  if (hybrid !== undefined) readTableStream(source, hybrid)
  return readTrailer(source, trailer)
}

function readTrailer(source: Source, { of }: Dict): number | undefined {
  if (of.has('Encrypt')) throw new UnusablePdfError('It is encrypted')
  source.root ??= of.get('Root')
  return numberOf(source, of.get('Prev'))
}

function readTableStream(source: Source, offset: number): number | undefined {
  const { value } = readAt(source, offset)
  if (value.type !== 'stream') throw new UnusablePdfError('It has no table of objects')
  const { of } = value.dict
  const widths = numbersOf(source, of.get('W'))
  const sections = of.has('Index')
    ? numbersOf(source, of.get('Index'))
    : [0, numberOf(source, of.get('Size')) ?? 0]
  const [a = 0, b = 0, c = 0] = widths
  const bytes = contentOf(source, value)
  let at = 0
  const take = (width: number, otherwise: number) => {
    if (width === 0) return otherwise
    const number = bytes.readUIntBE(at, width)
    at += width
    return number
  }
  if (widths.some((width) => width > 6) || a + b + c === 0)
    throw new UnusablePdfError('Its table is unusable')
  for (let section = 0; section + 1 < sections.length; section += 2)
    for (let row = 0; row < (sections[section + 1] ?? 0); row++) {
      if (at + a + b + c > bytes.length) throw new UnusablePdfError('Its table is too short')
      const kind = take(a, 1)
      const [first, second] = [take(b, 0), take(c, 0)]
      const number = (sections[section] ?? 0) + row
      if (kind === 1) addPlace(source, number, { offset: first })
      if (kind === 2) addPlace(source, number, { holder: first, index: second })
    }
  return readTrailer(source, value.dict)
}

/** The newest table is read first. */
function addPlace(source: Source, number: number, place: Place) {
  if (source.places.size > MAX_OBJECTS) throw new UnusablePdfError('It has too many objects')
  if (!source.places.has(number)) source.places.set(number, place)
}

function numbersOf(source: Source, value: Value | undefined): number[] {
  const list = resolve(source, value)
  return list?.type === 'list' ? list.of.map((one) => numberOf(source, one) ?? 0) : []
}

function heldIn(source: Source, holder: number): Value[] {
  const known = source.held.get(holder)
  if (known) return known
  const value = objectOf(source, holder)
  if (value.type !== 'stream') throw new UnusablePdfError('An object is missing')
  const text = contentOf(source, value).toString('latin1')
  const first = numberOf(source, value.dict.of.get('First')) ?? 0
  const head = text.slice(0, first).trim().split(/\s+/).map(Number)
  const found = head.flatMap((offset, at) =>
    at % 2 === 1 ? [readWithin(source, { text, at: first + offset })] : [],
  )
  source.held.set(holder, found)
  return found
}

/** Of a stream of the file's own structure: deflated, with a predictor at most. */
function contentOf(source: Source, { dict, bytes }: Stream): Buffer {
  const raw = Buffer.from(bytes, 'latin1')
  const filter = resolve(source, dict.of.get('Filter'))
  const [only] = filter?.type === 'list' ? filter.of : [filter]
  if (!only) return raw
  if (only.type !== 'name' || only.text !== 'FlateDecode') throw new UnusablePdfError('Its filter is unknown')
  const plain = inflated(raw)
  const given = resolve(source, dict.of.get('DecodeParms'))
  const parms = dictOf(source, given?.type === 'list' ? given.of[0] : given)
  return (numberOf(source, parms?.of.get('Predictor')) ?? 1) < 10
    ? plain
    : withoutPredictor(plain, numberOf(source, parms?.of.get('Columns')) ?? 1)
}

function inflated(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_INFLATED })
  } catch {
    throw new UnusablePdfError('Its content cannot be read')
  }
}

/** PNG's filters None, Sub and Up over bytes, which writers of tables use. ISO 32000-1, 7.4.4.4. */
function withoutPredictor(bytes: Buffer, columns: number): Buffer {
  const rows = Math.floor(bytes.length / (columns + 1))
  const plain = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row++) {
    const kind = bytes[row * (columns + 1)] ?? 0
    if (kind > 2) throw new UnusablePdfError('Its predictor is unknown')
    for (let column = 0; column < columns; column++) {
      const to = row * columns + column
      const before = kind === 2 ? to - columns : kind === 1 && column > 0 ? to - 1 : -1
      plain[to] =
        ((bytes[row * (columns + 1) + 1 + column] ?? 0) + (before < 0 ? 0 : (plain[before] ?? 0))) & 255
    }
  }
  return plain
}

function readWithin(source: Source, reader: Reader): Value {
  const start = reader.at
  const value = readValue(reader)
  source.left -= reader.at - start
  if (source.left < 0) throw new UnusablePdfError('It takes too long to read')
  return value
}

/** Reads values of PDF syntax from a place on. ISO 32000-1, 7.2 and 7.3. */
type Reader = { text: string; at: number }

function accept(reader: Reader, sticky: RegExp): RegExpExecArray | undefined {
  sticky.lastIndex = reader.at
  const found = sticky.exec(reader.text)
  if (found) reader.at = sticky.lastIndex
  return found ?? undefined
}

function expect(reader: Reader, sticky: RegExp): RegExpExecArray {
  const found = accept(reader, sticky)
  if (!found) throw new UnusablePdfError('It is damaged')
  return found
}

function readValue(reader: Reader, depth = 0): Value {
  if (depth > MAX_DEPTH) throw new UnusablePdfError('It is nested too deeply')
  while (accept(reader, /\s+/y) || accept(reader, /%[^\r\n]*/y));
  const [, number] = accept(reader, /(\d{1,10})\s+\d{1,5}\s+R(?![A-Za-z])/y) ?? []
  if (number !== undefined) return { type: 'ref', number: Number(number) }
  const [, name] = accept(reader, /\/([^\s()<>[\]{}/%]*)/y) ?? []
  if (name !== undefined) return { type: 'name', text: name }
  if (accept(reader, /<</y)) return readDict(reader, depth)
  if (accept(reader, /\[/y)) return readList(reader, depth)
  if (reader.text[reader.at] === '(') return readString(reader)
  return { type: 'raw', text: expect(reader, /<[0-9A-Fa-f\s]*>|[-+.\d]+|true|false|null/y)[0] }
}

function readDict(reader: Reader, depth: number): Dict {
  const of = new Map<string, Value>()
  while (!accept(reader, /\s*>>/y)) {
    const name = readValue(reader, depth + 1)
    if (name.type !== 'name') throw new UnusablePdfError('It is damaged')
    of.set(name.text, readValue(reader, depth + 1))
  }
  return { type: 'dict', of }
}

function readList(reader: Reader, depth: number): List {
  const of: Value[] = []
  while (!accept(reader, /\s*\]/y)) of.push(readValue(reader, depth + 1))
  return { type: 'list', of }
}

/** Parentheses are balanced, or escaped. */
function readString(reader: Reader): Raw {
  const start = reader.at
  let open = 0
  do {
    const sign = reader.text[reader.at]
    if (sign === undefined) throw new UnusablePdfError('It is damaged')
    if (sign === '(') open++
    if (sign === ')') open--
    reader.at += sign === '\\' ? 2 : 1
  } while (open > 0)
  return { type: 'raw', text: reader.text.slice(start, reader.at) }
}
