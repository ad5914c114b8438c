/** Typed arrays that a snapshot can contain. */
const arrayTypes = {
  Uint8Array,
  Uint16Array,
  Uint32Array,
  Int32Array,
  Float64Array,
} as const

export type StoredArray = InstanceType<(typeof arrayTypes)[keyof typeof arrayTypes]>
export type ArrayType = keyof typeof arrayTypes

/**
 * Splits a value of plain objects, lists, maps and typed arrays into JSON text and the arrays it refers to. The
 * arrays, almost all of the data, are written and read in their memory layout.
 */
export function encode(value: unknown): { json: string; arrays: StoredArray[] } {
  const arrays: StoredArray[] = []
  const json = JSON.stringify(value, (_key, part: unknown) => {
    if (ArrayBuffer.isView(part)) {
      requireStored(part)
      return { $array: arrays.push(part) - 1 }
    }
    if (part instanceof Map) return { $map: [...part] }
    return part
  })
  return { json, arrays }
}

/** @throws when the text is not JSON, or refers to a missing array. */
export function decode(json: string, arrays: readonly StoredArray[]): unknown {
  return JSON.parse(json, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null) return part
    if ('$array' in part) {
      const array = arrays[Number(part.$array)]
      if (!array) throw new Error('The snapshot refers to an array that it does not have')
      return array
    }
    return '$map' in part && Array.isArray(part.$map) ? new Map<unknown, unknown>(part.$map) : part
  })
}

function requireStored(view: ArrayBufferView): asserts view is StoredArray {
  const { name } = view.constructor
  if (!isArrayType(name)) throw new Error(`A snapshot cannot hold a ${name}`)
}

/** @throws for a type that snapshots do not support. */
export function typeOf(array: StoredArray): ArrayType {
  const name = array.constructor.name
  if (!isArrayType(name)) throw new Error(`A snapshot cannot hold a ${name}`)
  return name
}

const isArrayType = (name: string): name is ArrayType => Object.hasOwn(arrayTypes, name)

/** @throws for a type that snapshots do not support. */
export function newArray(type: string, length: number): StoredArray {
  if (!isArrayType(type)) throw new Error(`A snapshot cannot hold a ${type}`)
  return new arrayTypes[type](length)
}

export const bytesOfArray = ({ buffer, byteOffset, byteLength }: StoredArray) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)
